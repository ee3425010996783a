const { transform } = require('sucrase');
console.log(transform('import a, {b} from "x"; enum E { P = 1 } export const f = (x: number): string => <div k="v">{x as any}{a?.b ?? b}</div>; abstract class Q<T> { private y!: T; constructor(readonly z: number) {} }', { transforms: ['typescript', 'jsx', 'imports'], production: true }).code);
