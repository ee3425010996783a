// Package archive holds the commands that pack and compress: tar, zip and unzip, cpio, ar, and the filters gzip,
// bzip2, xz and zstd under all their names.
//
// The formats come from Go's archive/tar and archive/zip, klauspost/compress (gzip, zstd), ulikunitz/xz and
// compress/bzip2; what is written here is what stands around them: the command lines, texts, listings and exit
// statuses of GNU tar 1.34, gzip 1.12, bzip2 1.0.8, xz 5.4, zstd 1.5 and Info-ZIP.
//
// Archives are foreign input. Extraction never leaves the directory it works in: a leading slash and what stands
// before a ".." is cut off or the member refused, as GNU tar does, and a symbolic link that could lead out is put in
// place only when everything else has been written, so that no member is written through it. Contents are streamed;
// declared sizes allocate nothing.
package archive
