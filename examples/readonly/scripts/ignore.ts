export default (path: string): boolean => /^(dist|build)\//.test(path);
