export default (output) => output.lines.join("\n");
