// Lists the TODO comments of the files that a pattern names.
export default async function (pattern: string): Promise<string> {
  const found = await host.grep("TODO: (.*)", { glob: pattern });
  return found.map((m) => `${m.path}:${m.line} ${m.text.replace(/.*TODO: /, "")}`).join("\n");
}
