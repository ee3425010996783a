// Package dockerfile reads Dockerfiles and builds disks of them: FROM, COPY, ADD, RUN, ENV, WORKDIR, USER, EXPOSE, CMD,
// ENTRYPOINT, ARG and LABEL, by the Dockerfile reference (docs.docker.com/reference/dockerfile). It knows disks and asks
// its caller to run commands; sandpit.BuildImage runs them in boxes.
//
// [Parse] knows the line format, [Expand] and [Pairs] the forms of arguments, [Build] what the instructions do. Nothing
// is fetched: ADD of a URL, syntax images and RUN --mount are refused.
package dockerfile
