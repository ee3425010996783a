function run() { for (let i = 0; i < 50000; i++) console.log('line number', i, 'of the output'); }
