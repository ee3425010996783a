import { nanoid, customAlphabet, customRandom, urlAlphabet } from 'nanoid';
console.log(nanoid().length, /^[\w-]+$/.test(nanoid()), new Set(Array.from({ length: 1000 }, () => nanoid())).size);
console.log(/^[ab]{10}$/.test(customAlphabet('ab', 10)()), urlAlphabet.length);
console.log(customRandom('abcdef', 8, (n) => new Uint8Array(n).map((_, i) => i * 7))());
