// Of a test run only what failed is worth reading.
export default function (output) {
  const lines = output.trimEnd().split("\n");
  const bad = lines.filter((l) => l.startsWith("not ok"));
  return [...bad, `(${lines.length - bad.length} passed)`].join("\n");
}
