class Shape { #k = 1; constructor(x) { this.x = x; } area() { return this.x * this.#k; } }
class Square extends Shape { constructor(x) { super(x); this.y = x; } area() { return super.area() * this.y; } }
function run() {
  let n = 0;
  for (let i = 0; i < 50000; i++) n += new Square(i).area();
  return n;
}
