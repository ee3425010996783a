function run() { for (let i = 0; i < 50000; i++) process.stdout.write('line number ' + i + ' of the output\n'); }
