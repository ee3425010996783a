import chalk,{Chalk} from 'chalk'; const c=new Chalk({level:3}); console.log(JSON.stringify([c.red('a'),c.bold.bgBlue`x${1}`,c.hex('#ff8800')('o'),c.rgb(1,2,3).underline('u'),chalk.level]));
