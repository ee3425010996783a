// /count WORD: how often a word stands in the sources.
export default async ([word]: string[]): Promise<string> => {
  let n = 0;
  for (const path of await host.glob("**/*.ts")) {
    n += (await host.readFile(path)).split(word).length - 1;
  }
  return `${word}: ${n}`;
};
