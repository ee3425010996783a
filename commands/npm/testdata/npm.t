### install by name
npm init -y >/dev/null; npm i a; cat package.json package-lock.json; node -p 'require("a")+require("b")'; npm ls --all
---

added 4 packages in T
{
  "name": "p",
  "version": "1.0.0",
  "description": "",
  "main": "index.js",
  "scripts": {
    "test": "echo \"Error: no test specified\" && exit 1"
  },
  "keywords": [],
  "author": "",
  "license": "ISC",
  "type": "commonjs",
  "dependencies": {
    "a": "^1.2.0"
  }
}
{
  "name": "p",
  "version": "1.0.0",
  "lockfileVersion": 3,
  "requires": true,
  "packages": {
    "": {
      "name": "p",
      "version": "1.0.0",
      "license": "ISC",
      "dependencies": {
        "a": "^1.2.0"
      }
    },
    "node_modules/a": {
      "version": "1.2.0",
      "resolved": "http://registry.test/a/-/a-1.2.0.tgz",
      "integrity": "sha512-UbE+8s53GIB4es9uyUKYSosz3fdJDqA7upafjzSXwOLaiwBRlq8P1H+vtCUlZbK6I/7sToYQphZKQUcSLGGuuA==",
      "license": "MIT",
      "dependencies": {
        "b": "^1.0.0",
        "c": "~2.1.0"
      }
    },
    "node_modules/b": {
      "version": "1.4.0",
      "resolved": "http://registry.test/b/-/b-1.4.0.tgz",
      "integrity": "sha512-MTcI83GSne42cwrCaMHtAto4RncsbnSPSnOSXL8Ufu+mPUMN/wE/1xWh4OkjqctTN1ByZ2gnaBrKS/KXE9i2iQ=="
    },
    "node_modules/c": {
      "version": "2.1.9",
      "resolved": "http://registry.test/c/-/c-2.1.9.tgz",
      "integrity": "sha512-+5meTRr5t4pQDhk4PaoR0OnYLeVCrvAJbPs6LCpP1e7tmDHrEq+ja8JCYtr4AeBHfgpuTg2sIQrLHEuVBjdhCw==",
      "dependencies": {
        "b": "^2.0.0"
      }
    },
    "node_modules/c/node_modules/b": {
      "version": "2.0.0",
      "resolved": "http://registry.test/b/-/b-2.0.0.tgz",
      "integrity": "sha512-gHRKbw5Tg9A26i1yIsd1XfWL9dn+N8nmuPfvD/4s50Gm63uNVyqHG4FrwwGnYibFV50tn78DwtElwrtqKjWKAQ=="
    }
  }
}
a@1.2.0b@1.4.0
p@1.0.0 /tmp/p
└─┬ a@1.2.0
  ├── b@1.4.0
  └─┬ c@2.1.9
    └── b@2.0.0


### versions nest where they must
npm init -y >/dev/null; npm i a@1.2.0 b@1 >/dev/null; find node_modules -name package.json | sort; npm ls --all; npm ls b
---
node_modules/a/package.json
node_modules/b/package.json
node_modules/c/node_modules/b/package.json
node_modules/c/package.json
p@1.0.0 /tmp/p
├─┬ a@1.2.0
│ ├── b@1.4.0 deduped
│ └─┬ c@2.1.9
│   └── b@2.0.0
└── b@1.4.0

p@1.0.0 /tmp/p
├─┬ a@1.2.0
│ ├── b@1.4.0 deduped
│ └─┬ c@2.1.9
│   └── b@2.0.0
└── b@1.4.0


### ranges and tags
npm init -y >/dev/null; npm i b@first c@~2.1.0 >/dev/null; grep -A4 '"dependencies"' package.json; npm i b@1.0.0 -E >/dev/null; grep '"b"' package.json; npm i -D b@2; grep -A3 dev package.json
---
  "dependencies": {
    "b": "^1.0.0",
    "c": "~2.1.0"
  }
}
    "b": "1.0.0",
npm warn idealTree Removing dependencies.b in favor of devDependencies.b

removed 1 package, and changed 1 package in T
  "devDependencies": {
    "b": "^2.0.0"
  }
}

### install from package.json
echo '{"name":"x","dependencies":{"a":"1.0.0"},"devDependencies":{"b":"2"},"optionalDependencies":{"c":"*"}}' > package.json; npm install; npm install; cat package-lock.json; npm ls
---

added 4 packages in T

up to date in T
{
  "name": "x",
  "lockfileVersion": 3,
  "requires": true,
  "packages": {
    "": {
      "name": "x",
      "dependencies": {
        "a": "1.0.0"
      },
      "devDependencies": {
        "b": "2"
      },
      "optionalDependencies": {
        "c": "*"
      }
    },
    "node_modules/a": {
      "version": "1.0.0",
      "resolved": "http://registry.test/a/-/a-1.0.0.tgz",
      "integrity": "sha512-W621mSBME4l4srV+6zXCKjr0g483RGj0VH6k7XRkTqs8j1Mm3phpAkFagjnOcW8xixB+C5xyxSEnpLKgF7FmVg==",
      "dependencies": {
        "b": "^1.0.0"
      }
    },
    "node_modules/a/node_modules/b": {
      "version": "1.4.0",
      "resolved": "http://registry.test/b/-/b-1.4.0.tgz",
      "integrity": "sha512-MTcI83GSne42cwrCaMHtAto4RncsbnSPSnOSXL8Ufu+mPUMN/wE/1xWh4OkjqctTN1ByZ2gnaBrKS/KXE9i2iQ=="
    },
    "node_modules/b": {
      "version": "2.0.0",
      "resolved": "http://registry.test/b/-/b-2.0.0.tgz",
      "integrity": "sha512-gHRKbw5Tg9A26i1yIsd1XfWL9dn+N8nmuPfvD/4s50Gm63uNVyqHG4FrwwGnYibFV50tn78DwtElwrtqKjWKAQ==",
      "dev": true
    },
    "node_modules/c": {
      "version": "2.2.0",
      "resolved": "http://registry.test/c/-/c-2.2.0.tgz",
      "integrity": "sha512-L778yPuFe2n1IlUT1nuAoCgWBDyU3lzHHJB1SU8XK+pYY0IHHzTiRDnuIT2tLISPY7t+mhfPLXtdggKAXf3UoA==",
      "optional": true
    }
  }
}
x@ /tmp/p
├── a@1.0.0
├── b@2.0.0
└── c@2.2.0


### no package.json
npm i b; cat package.json; npm i
---

added 1 package in T
{
  "dependencies": {
    "b": "^3.0.0-rc.1"
  }
}

up to date in T

### ci
echo '{"name":"x","version":"1.0.0","dependencies":{"a":"^1.0.0"}}' > package.json; npm i >/dev/null; echo junk > node_modules/junk; mkdir node_modules/extra; npm ci; ls node_modules; npm pkg set dependencies.b=^2.0.0; npm ci > out 2>&1; echo $?; head -1 out; rm package-lock.json; npm ci >out 2>&1; echo $?
---

added 4 packages in T
a
b
c
1
npm error code EUSAGE
1

### uninstall
npm init -y >/dev/null; npm i a b@1 >/dev/null; npm uninstall a; ls node_modules; grep -A3 '"dependencies"' package.json; npm rm b; ls -d node_modules; npm rm nope
---

removed 3 packages in T
b
  "dependencies": {
    "b": "^1.4.0"
  }
}

removed 1 package in T
node_modules

up to date in T

### omit dev
echo '{"name":"x","devDependencies":{"c":"*"},"dependencies":{"b":"1"}}' > package.json; npm i --omit=dev; ls node_modules; npm i; npm prune --omit=dev; ls node_modules; grep -c dev package-lock.json
---

added 1 package in T
b

added 1 package in T

removed 1 package in T
b
2

### bin and npx
npm init -y >/dev/null; npm i tool >/dev/null; ls -l node_modules/.bin | sed 's/.*\(other\|tool\) ->/\1 ->/' | tail -n 2; npx tool 1 'two words'; npx other; echo $?; npm exec -- tool -x; npm pkg set scripts.t='tool from script' >/dev/null; npm run t -- --flag; npm run -s t
---
other -> ../tool/bin/other.js
tool -> ../tool/cli.js
tool 1,two words
other
7
tool -x

> p@1.0.0 t
> tool from script --flag

tool from,script,--flag
tool from,script

### npx from the registry
npx -y tool a b; npx -y -p tool other; echo $?; npm init -y >/dev/null; npm create thing new 2>&1 | grep made; ls -d new
---
tool a,b
other
7
made new
new

### scripts
echo '{"name":"x","version":"2.0.0","scripts":{"pretest":"echo before","test":"echo $npm_package_name $npm_package_version $npm_lifecycle_event; exit 4","posttest":"echo never","build":"echo build","start":"echo start"}}' > package.json; npm test; echo $?; npm run build; npm start -- x 'y z'; npm run; npm run nope; echo $?; npm run nope --if-present; echo $?; npm stop; echo $?; mkdir sub; cd sub; npm run -s build; npm t -s
---

> x@2.0.0 pretest
> echo before

before

> x@2.0.0 test
> echo $npm_package_name $npm_package_version $npm_lifecycle_event; exit 4

x 2.0.0 test
4

> x@2.0.0 build
> echo build

build

> x@2.0.0 start
> echo start x y z

start x y z
Lifecycle scripts included in x@2.0.0:
  pretest
    echo before
  test
    echo $npm_package_name $npm_package_version $npm_lifecycle_event; exit 4
  posttest
    echo never
  start
    echo start
available via `npm run`:
  build
    echo build
npm error Missing script: "nope"
npm error
npm error To see a list of scripts, run:
npm error   npm run
1
0
npm error Missing script: "stop"
npm error
npm error To see a list of scripts, run:
npm error   npm run
1
build
before
x 2.0.0 test

### install scripts *
npm init -y >/dev/null; npm i scripted; cat node_modules/scripted/*.txt; npm i failing; echo $?; ls node_modules; npm i failing --ignore-scripts; npm pkg set scripts.postinstall='echo mine' scripts.prepare='echo prep'; npm i
---

added 1 package in T
scripted postinstall
pre
npm error code 3
npm error path /tmp/p/node_modules/failing
npm error command failed
npm error command sh -c echo bad news; exit 3
npm error bad news
3
scripted

added 1 package in T

> p@1.0.0 postinstall
> echo mine

mine

> p@1.0.0 prepare
> echo prep

prep

up to date in T

### peers
npm init -y >/dev/null; npm i @s/p; ls node_modules; cat package-lock.json | tail -n 24; npm i needs2 >/dev/null 2>&1; echo $?; npm i needs2 --legacy-peer-deps; npm ls
---

added 2 packages in T
@s
b
        "@s/p": "^0.1.1"
      }
    },
    "node_modules/@s/p": {
      "version": "0.1.1",
      "resolved": "http://registry.test/@s/p/-/p-0.1.1.tgz",
      "integrity": "sha512-WgBLhH51CaWVc6FZYu338qaHxujBpHtPj/6hO+/bGs0lSIp4lhYWr1RFXzRtbXgjLYnZCnZMxe/F43/0QclyYA==",
      "peerDependencies": {
        "b": "1"
      },
      "peerDependenciesMeta": {
        "b": {
          "optional": false
        }
      }
    },
    "node_modules/b": {
      "version": "1.4.0",
      "resolved": "http://registry.test/b/-/b-1.4.0.tgz",
      "integrity": "sha512-MTcI83GSne42cwrCaMHtAto4RncsbnSPSnOSXL8Ufu+mPUMN/wE/1xWh4OkjqctTN1ByZ2gnaBrKS/KXE9i2iQ==",
      "peer": true
    }
  }
}
1

added 1 package, and removed 1 package in T
p@1.0.0 /tmp/p
├── @s/p@0.1.1
└── needs2@1.0.0


### peers in conflict *
echo '{"name":"x","version":"1.0.0","dependencies":{"@s/p":"0.1.1","b":"2.0.0"}}' > package.json; npm i; echo $?; npm i --force >/dev/null 2>&1; echo $?; ls node_modules
---
npm error code ERESOLVE
npm error ERESOLVE unable to resolve dependency tree
npm error
npm error While resolving: x@1.0.0
npm error Found: b@2.0.0
npm error node_modules/b
npm error   b@"2.0.0" from the root project
npm error
npm error Could not resolve dependency:
npm error peer b@"1" from @s/p@0.1.1
npm error node_modules/@s/p
npm error   @s/p@"0.1.1" from the root project
npm error
npm error Fix the upstream dependency conflict, or retry
npm error this command with --force or --legacy-peer-deps
npm error to accept an incorrect (and potentially broken) dependency resolution.
1
0
@s
b

### optional ones *
npm init -y >/dev/null; npm i opt; ls node_modules; grep -A6 mac package-lock.json; npm ls --all; npm i mac; echo $?; npm i native; echo $?; ls node_modules
---

added 2 packages in T
b
opt
    "node_modules/mac": {
      "version": "1.0.0",
      "resolved": "http://registry.test/mac/-/mac-1.0.0.tgz",
      "integrity": "sha512-vH1TrDwe24X+qaOYXcSNqcooS1xD5jw4tXprIn+iyc77CefoNWcNwFXhhkEQQHsTb1etuUMI0BboPO6YlLu/Cw==",
      "optional": true,
      "os": [
        "darwin"
      ]
    },
--
        "mac": "1",
        "native": "1"
      }
    }
  }
}
p@1.0.0 /tmp/p
└─┬ opt@1.0.0
  ├── b@1.4.0
  ├── UNMET OPTIONAL DEPENDENCY gone@1
  ├── UNMET OPTIONAL DEPENDENCY mac@1
  └── UNMET OPTIONAL DEPENDENCY native@1

npm error code EBADPLATFORM
npm error notsup Unsupported platform for mac@1.0.0: wanted {"os":"darwin","cpu":""} (current: {"os":"linux","cpu":"x64"})
npm error notsup Valid os:   darwin
npm error notsup Actual os:  linux
npm error notsup Valid cpu:
npm error notsup Actual cpu: x64
1
npm error code ENOTSUP
npm error notsup Not supported in this box: native@1.0.0 is a native addon (binding.gyp).
npm error notsup Nothing here compiles or loads machine code. Use a package that is JavaScript or WebAssembly,
npm error notsup or retry with --force to unpack it without its addon.
1
b
opt

### not there *
npm init -y >/dev/null; npm i nothing; echo $?; npm i b@9; echo $?; npm i @s/none@1; echo $?; ls; npm i git+https://example.com/x.git
---
npm error code E404
npm error 404 Not Found - GET http://registry.test/nothing - Not found
npm error 404
npm error 404  'nothing@*' is not in this registry.
npm error 404
npm error 404 Note that you can also install from a
npm error 404 tarball, folder, http url, or git folder.
1
npm error code ETARGET
npm error notarget No matching version found for b@9.
npm error notarget In most cases you or one of your dependencies are requesting
npm error notarget a package version that doesn't exist.
1
npm error code E404
npm error 404 Not Found - GET http://registry.test/@s%2fnone - Not found
npm error 404
npm error 404  '@s/none@1' is not in this registry.
npm error 404
npm error 404 Note that you can also install from a
npm error 404 tarball, folder, http url, or git folder.
1
package.json
npm error code EUNSUPPORTEDPROTOCOL
npm error Unsupported URL Type: git+https://example.com/x.git

### forged *
npm init -y >/dev/null; npm i forged; echo $?; ls; npm i oldie; npm i b >/dev/null; sed -i 's/sha512-..../sha512-AAAA/' package-lock.json; rm -r node_modules; npm ci; echo $?; ls
---
npm error code EINTEGRITY
npm error sha512-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA== integrity checksum failed when using sha512: wanted sha512-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA== but got sha512-4ssPjXjT3K9PZhW3HP5V0OhaGHGJOSF1wf5p6gnOiSzuQUKnVPF0m4B5G+emfexlOpPPf4RRb2knA16us6vX1g==. (196 bytes)
npm error of forged@1.0.0
1
package.json

added 1 package in T
npm error code EINTEGRITY
npm error sha512-AAAA5KchSKIXTChKTAVtJTGOy5BVFgwYcOtmjDILuFrPsSDgZiFfYHuwZ+MfYKe5IMPbcU/s6z6u6EjzORMxDQ== integrity checksum failed when using sha512: wanted sha512-AAAA5KchSKIXTChKTAVtJTGOy5BVFgwYcOtmjDILuFrPsSDgZiFfYHuwZ+MfYKe5IMPbcU/s6z6u6EjzORMxDQ== but got sha512-GRDu5KchSKIXTChKTAVtJTGOy5BVFgwYcOtmjDILuFrPsSDgZiFfYHuwZ+MfYKe5IMPbcU/s6z6u6EjzORMxDQ==. (196 bytes)
npm error of b@3.0.0-rc.1
1
package-lock.json
package.json

### hostile archives *
npm init -y >/dev/null; npm i dotdot; echo $?; npm i linked; echo $?; find / -name evil 2>/dev/null; ls
---
npm error code TAR_ENTRY_INVALID
npm error in the archive of dotdot@1.0.0
npm error "package/../../../../evil": path contains '..'
1
npm error code TAR_ENTRY_INVALID
npm error in the archive of linked@1.0.0
npm error package/out: a package may not hold links
1
package.json

### folders and archives
mkdir lib; echo '{"name":"lib","version":"1.0.0","dependencies":{"b":"1"},"bin":"cli.js"}' > lib/package.json; printf '#!/bin/sh\necho lib cli\n' > lib/cli.js; npm init -y >/dev/null; npm i ./lib; ls -l node_modules | grep lib | sed 's/.*lib ->/lib ->/'; grep -A3 '"dependencies"' package.json; cat package-lock.json; npx lib; cd lib; npm pack 2>/dev/null; cd ..; npm i ./lib/lib-1.0.0.tgz; grep lib- package.json; ls node_modules/lib; npm ls
---

added 2 packages in T
lib -> ../lib
  "dependencies": {
    "lib": "file:lib"
  }
}
{
  "name": "p",
  "version": "1.0.0",
  "lockfileVersion": 3,
  "requires": true,
  "packages": {
    "": {
      "name": "p",
      "version": "1.0.0",
      "license": "ISC",
      "dependencies": {
        "lib": "file:lib"
      }
    },
    "lib": {
      "version": "1.0.0",
      "dependencies": {
        "b": "1"
      },
      "bin": {
        "lib": "cli.js"
      }
    },
    "node_modules/b": {
      "version": "1.4.0",
      "resolved": "http://registry.test/b/-/b-1.4.0.tgz",
      "integrity": "sha512-MTcI83GSne42cwrCaMHtAto4RncsbnSPSnOSXL8Ufu+mPUMN/wE/1xWh4OkjqctTN1ByZ2gnaBrKS/KXE9i2iQ=="
    },
    "node_modules/lib": {
      "resolved": "lib",
      "link": true
    }
  }
}
lib cli
lib-1.0.0.tgz

changed 1 package in T
    "lib": "file:lib/lib-1.0.0.tgz"
cli.js
package.json
p@1.0.0 /tmp/p
└── lib@1.0.0


### workspaces
echo '{"name":"root","version":"1.0.0","workspaces":["packages/*"]}' > package.json; mkdir -p packages/x packages/y; echo '{"name":"x","version":"1.0.0","dependencies":{"y":"^1.0.0","b":"1"},"scripts":{"hi":"echo hi from $npm_package_name"}}' > packages/x/package.json; echo '{"name":"@o/y","version":"1.1.0","dependencies":{"b":"2"},"scripts":{"hi":"echo y"}}' > packages/y/package.json; sed -i 's/"y":/"@o\/y":/' packages/x/package.json; npm i; ls node_modules packages/y/node_modules; cat package-lock.json; npm run hi --workspaces; npm run hi -w x; npm i a -w @o/y >/dev/null; cat packages/y/package.json; npm ls
---

added 4 packages in T
node_modules:
@o
b
x

packages/y/node_modules:
b
{
  "name": "root",
  "version": "1.0.0",
  "lockfileVersion": 3,
  "requires": true,
  "packages": {
    "": {
      "name": "root",
      "version": "1.0.0",
      "workspaces": [
        "packages/*"
      ]
    },
    "node_modules/@o/y": {
      "resolved": "packages/y",
      "link": true
    },
    "node_modules/b": {
      "version": "1.4.0",
      "resolved": "http://registry.test/b/-/b-1.4.0.tgz",
      "integrity": "sha512-MTcI83GSne42cwrCaMHtAto4RncsbnSPSnOSXL8Ufu+mPUMN/wE/1xWh4OkjqctTN1ByZ2gnaBrKS/KXE9i2iQ=="
    },
    "node_modules/x": {
      "resolved": "packages/x",
      "link": true
    },
    "packages/x": {
      "version": "1.0.0",
      "dependencies": {
        "@o/y": "^1.0.0",
        "b": "1"
      }
    },
    "packages/y": {
      "name": "@o/y",
      "version": "1.1.0",
      "dependencies": {
        "b": "2"
      }
    },
    "packages/y/node_modules/b": {
      "version": "2.0.0",
      "resolved": "http://registry.test/b/-/b-2.0.0.tgz",
      "integrity": "sha512-gHRKbw5Tg9A26i1yIsd1XfWL9dn+N8nmuPfvD/4s50Gm63uNVyqHG4FrwwGnYibFV50tn78DwtElwrtqKjWKAQ=="
    }
  }
}

> x@1.0.0 hi
> echo hi from $npm_package_name

hi from x

> @o/y@1.1.0 hi
> echo y

y

> x@1.0.0 hi
> echo hi from $npm_package_name

hi from x
{"name":"@o/y","version":"1.1.0","dependencies":{"a":"^1.2.0","b":"2"},"scripts":{"hi":"echo y"}}root@1.0.0 /tmp/p
├─┬ @o/y@1.1.0 -> ./packages/y
│ ├── a@1.2.0
│ └── b@2.0.0
└─┬ x@1.0.0 -> ./packages/x
  ├── @o/y@1.1.0 deduped -> ./packages/y
  └── b@1.4.0


### pack
mkdir src; echo x > src/a.js; echo y > b.js; echo z > .npmrc; echo r > README.md; echo '{"name":"@s/pk","version":"1.0.0","files":["src"]}' > package.json; npm pack 2>/dev/null; tar tf s-pk-1.0.0.tgz | sort
---
s-pk-1.0.0.tgz
package/README.md
package/package.json
package/src/a.js

### view
npm view b version; npm view a dependencies; npm view a@1.0.0 name version; npm view b versions --json; npm view b dist-tags.latest
---
3.0.0-rc.1
{ b: '^1.0.0', c: '~2.1.0' }
name = 'a'
version = '1.0.0'
[
  "1.0.0",
  "1.4.0",
  "2.0.0",
  "3.0.0-rc.1"
]
3.0.0-rc.1

### aliases
npm init -y >/dev/null; npm i bee@npm:b@1 >/dev/null; node -p 'require("bee")'; grep bee package.json; cat package-lock.json; npm ls
---
b@1.4.0
    "bee": "npm:b@^1.4.0"
{
  "name": "p",
  "version": "1.0.0",
  "lockfileVersion": 3,
  "requires": true,
  "packages": {
    "": {
      "name": "p",
      "version": "1.0.0",
      "license": "ISC",
      "dependencies": {
        "bee": "npm:b@^1.4.0"
      }
    },
    "node_modules/bee": {
      "name": "b",
      "version": "1.4.0",
      "resolved": "http://registry.test/b/-/b-1.4.0.tgz",
      "integrity": "sha512-MTcI83GSne42cwrCaMHtAto4RncsbnSPSnOSXL8Ufu+mPUMN/wE/1xWh4OkjqctTN1ByZ2gnaBrKS/KXE9i2iQ=="
    }
  }
}
p@1.0.0 /tmp/p
└── bee@npm:b@1.4.0


### update
echo '{"name":"x","dependencies":{"b":"^1.0.0"}}' > package.json; npm i b@1.0.0 >/dev/null; node -p 'require("b")'; echo '{"name":"x","dependencies":{"b":"^1.0.0"}}' > package.json; npm i >/dev/null; node -p 'require("b")'; npm update; node -p 'require("b")'
---
b@1.0.0
b@1.0.0

changed 1 package in T
b@1.4.0

### bad package.json *
echo '{"name": oops' > package.json; npm i; echo $?; npm foo; echo $?; npm publish; echo $?; npm -v; npm root; npm prefix; npm config get registry; npm config set x=1; npm config get x
---
npm error code EJSONPARSE
npm error path /tmp/p/package.json
npm error JSON.parse invalid character 'o' looking for beginning of value while parsing '{"name": oops'
npm error JSON.parse Failed to parse JSON data.
npm error JSON.parse Note: package.json must be actual JSON, not just JavaScript.
1
Unknown command: "foo"

To see a list of supported npm commands, run:
  npm help
1
npm error code ENOTSUP
npm error npm publish is not supported in this box
1
10.8.2
/tmp/p/node_modules
/tmp/p
http://registry.test/
1

### hostile package.json *
echo '{"name":"h","dependencies":{"../evil":"1"}}' > package.json; npm i; echo $?; echo '{"workspaces":["../.."]}' > package.json; npm i; echo $?; echo '{"name":"r","workspaces":["**"]}' > package.json; npm i; ls
---
npm error code EINVALIDPACKAGENAME
npm error Invalid package name "../evil" of dependencies in /tmp/p/package.json
1
npm error code EINVALIDWORKSPACE
npm error workspaces must lie in the project: "../.."
1

up to date in T
package-lock.json
package.json

### version
echo '{"name":"x","version":"1.2.3","scripts":{"preversion":"echo from $npm_package_version","postversion":"echo done"}}' > package.json; for a in patch minor major prerelease prerelease prepatch 1.5.0-beta.1 prerelease preminor premajor "--preid=rc prerelease" "--preid=rc prerelease" patch bogus 9.9.9 9.9.9; do npm version --no-git-tag-version $a 2>&1; done; cat package.json; npm i --silent; npm version --no-git-tag-version 10.0.0 --ignore-scripts; grep version package-lock.json
---

> preversion
> echo from $npm_package_version

from 1.2.3

> postversion
> echo done

done
v1.2.4

> preversion
> echo from $npm_package_version

from 1.2.4

> postversion
> echo done

done
v1.3.0

> preversion
> echo from $npm_package_version

from 1.3.0

> postversion
> echo done

done
v2.0.0

> preversion
> echo from $npm_package_version

from 2.0.0

> postversion
> echo done

done
v2.0.1-0

> preversion
> echo from $npm_package_version

from 2.0.1-0

> postversion
> echo done

done
v2.0.1-1

> preversion
> echo from $npm_package_version

from 2.0.1-1

> postversion
> echo done

done
v2.0.2-0

> preversion
> echo from $npm_package_version

from 2.0.2-0

> postversion
> echo done

done
v1.5.0-beta.1

> preversion
> echo from $npm_package_version

from 1.5.0-beta.1

> postversion
> echo done

done
v1.5.0-beta.2

> preversion
> echo from $npm_package_version

from 1.5.0-beta.2

> postversion
> echo done

done
v1.6.0-0

> preversion
> echo from $npm_package_version

from 1.6.0-0

> postversion
> echo done

done
v2.0.0-0

> preversion
> echo from $npm_package_version

from 2.0.0-0

> postversion
> echo done

done
v2.0.0-rc.0

> preversion
> echo from $npm_package_version

from 2.0.0-rc.0

> postversion
> echo done

done
v2.0.0-rc.1

> preversion
> echo from $npm_package_version

from 2.0.0-rc.1

> postversion
> echo done

done
v2.0.0
npm error Invalid version: bogus

> preversion
> echo from $npm_package_version

from 2.0.0

> postversion
> echo done

done
v9.9.9
npm error Version not changed
{"name":"x","version":"9.9.9","scripts":{"preversion":"echo from $npm_package_version","postversion":"echo done"}}v10.0.0
  "version": "10.0.0",
      "version": "10.0.0"

