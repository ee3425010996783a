## openssl
$ printf 'hello' > f; for d in md5 sha1 sha224 sha256 sha384 sha512 sha3-256; do openssl dgst -$d f; done; openssl sha256 f; openssl dgst f; printf hello | openssl dgst -sha256; printf hello | openssl md5; openssl dgst -sha256 -hmac key f; openssl dgst -r -sha256 f; openssl dgst -c -md5 f; openssl dgst -binary -sha256 f | od -An -tx1 | head -1; openssl dgst -sha256 nofile 2>/dev/null; echo $?; openssl dgst -sha1 f f
| MD5(f)= 5d41402abc4b2a76b9719d911017c592
| SHA1(f)= aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d
| SHA2-224(f)= ea09ae9cc6768c50fcee903ed054556e5bfc8347907f12598aa24193
| SHA2-256(f)= 2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824
| SHA2-384(f)= 59e1748777448c69de6b800d7a33bbfb9ff1b463e44354c3553bcdb9c666fa90125a3c79f90397bdf5f6a13de828684f
| SHA2-512(f)= 9b71d224bd62f3785d96d46ad3ea3d73319bfbc2890caadae2dff72519673ca72323c3d99ba5c11d7c7acc6e14b8c5da0c4663475c2e5c3adef46f73bcdec043
| SHA3-256(f)= 3338be694f50c5f338814986cdf0686453a888b84f424d792af4b9202398f392
| SHA2-256(f)= 2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824
| SHA256(f)= 2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824
| SHA2-256(stdin)= 2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824
| MD5(stdin)= 5d41402abc4b2a76b9719d911017c592
| HMAC-SHA2-256(f)= 9307b3b915efb5171ff14d8cb55fbcc798c6c0ef1456d66ded1a6aa723a58b7b
| 2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824 *f
| MD5(f)= 5d:41:40:2a:bc:4b:2a:76:b9:71:9d:91:10:17:c5:92
|  2c f2 4d ba 5f b0 a3 0e 26 e8 3b 2a c5 b9 e2 9e
| 1
| SHA1(f)= aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d
| SHA1(f)= aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d
$ openssl base64 -in f; seq 100 | openssl base64; seq 100 | openssl enc -base64 -A; echo; seq 100 | openssl base64 | openssl base64 -d | cksum; openssl enc -base64 -in f -out g; cat g; openssl base64 -d -in g; openssl rand -hex 8 | wc -c; openssl rand -base64 30 | wc -c; openssl rand 10 | wc -c; openssl rand -hex 100 | wc -lc
| aGVsbG8=
| MQoyCjMKNAo1CjYKNwo4CjkKMTAKMTEKMTIKMTMKMTQKMTUKMTYKMTcKMTgKMTkK
| MjAKMjEKMjIKMjMKMjQKMjUKMjYKMjcKMjgKMjkKMzAKMzEKMzIKMzMKMzQKMzUK
| MzYKMzcKMzgKMzkKNDAKNDEKNDIKNDMKNDQKNDUKNDYKNDcKNDgKNDkKNTAKNTEK
| NTIKNTMKNTQKNTUKNTYKNTcKNTgKNTkKNjAKNjEKNjIKNjMKNjQKNjUKNjYKNjcK
| NjgKNjkKNzAKNzEKNzIKNzMKNzQKNzUKNzYKNzcKNzgKNzkKODAKODEKODIKODMK
| ODQKODUKODYKODcKODgKODkKOTAKOTEKOTIKOTMKOTQKOTUKOTYKOTcKOTgKOTkK
| MTAwCg==
| MQoyCjMKNAo1CjYKNwo4CjkKMTAKMTEKMTIKMTMKMTQKMTUKMTYKMTcKMTgKMTkKMjAKMjEKMjIKMjMKMjQKMjUKMjYKMjcKMjgKMjkKMzAKMzEKMzIKMzMKMzQKMzUKMzYKMzcKMzgKMzkKNDAKNDEKNDIKNDMKNDQKNDUKNDYKNDcKNDgKNDkKNTAKNTEKNTIKNTMKNTQKNTUKNTYKNTcKNTgKNTkKNjAKNjEKNjIKNjMKNjQKNjUKNjYKNjcKNjgKNjkKNzAKNzEKNzIKNzMKNzQKNzUKNzYKNzcKNzgKNzkKODAKODEKODIKODMKODQKODUKODYKODcKODgKODkKOTAKOTEKOTIKOTMKOTQKOTUKOTYKOTcKOTgKOTkKMTAwCg==
| 3917710714 292
| aGVsbG8=
| hello17
| 41
| 10
|       1     201
$ echo secret | openssl enc -aes-256-cbc -K 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f -iv 000102030405060708090a0b0c0d0e0f | od -An -tx1; echo secret | openssl enc -aes-128-ctr -K 00 -iv 01 -a 2>/dev/null; echo secret | openssl enc -aes-256-cbc -pbkdf2 -k pw -S 0102030405060708 -a; echo secret | openssl enc -aes-256-cbc -pbkdf2 -iter 1000 -pass pass:pw | openssl enc -d -aes-256-cbc -pbkdf2 -iter 1000 -pass pass:pw; echo secret | openssl enc -aes-192-cbc -md sha512 -pbkdf2 -k pw -S 0102030405060708 | od -An -tx1
|  bb db 67 cd f5 c7 64 56 74 87 8e b9 3b c4 02 78
| NBR7ZIxpZQ==
| 3dd5sWMgPm795rSJYowzSA==
| secret
|  a0 2c c1 b1 b5 22 58 30 f1 6a 80 d8 23 f9 f2 e3
$ openssl passwd -1 -salt abcdefgh password; openssl passwd -6 -salt abcdefgh password; openssl passwd -5 -salt abc 'a much longer password than thirty-two characters'; openssl passwd -apr1 -salt xyz secret; printf 'a\nb\n' | openssl passwd -6 -salt s -stdin; openssl passwd -6 -salt s 'a much longer password than the sixty-four characters that a block of the digest has'; openssl nope 2>&1 | head -1; echo LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSURaRENDQWt5Z0F3SUJBZ0lVRWhqc0drSytXZ2hiUTVYMnlEc2VrMmUxR01zd0RRWUpLb1pJaHZjTkFRRUwKQlFBd01qRUxNQWtHQTFVRUJoTUNSRVV4RERBS0JnTlZCQW9NQTA5eVp6RVZNQk1HQTFVRUF3d01hRzl6ZEM1bAplR0Z0Y0d4bE1CNFhEVEkyTVRJd01UQTJORGN6TkZvWERUTTJNVEV5T0RBMk5EY3pORm93TWpFTE1Ba0dBMVVFCkJoTUNSRVV4RERBS0JnTlZCQW9NQTA5eVp6RVZNQk1HQTFVRUF3d01hRzl6ZEM1bGVHRnRjR3hsTUlJQklqQU4KQmdrcWhraUc5dzBCQVFFRkFBT0NBUThBTUlJQkNnS0NBUUVBejU5ZE1nU0NNRHBwMUJBMGtnYklYZDhxQVVXcgo1aFNPY09PNWk0L1hYMXVzZXcycmRFL2ZwaXNUdG0wZVJ4L3VveVNKRXQ5R0puNy9jTGt4ZlRXbnZPSzZRU3ZECkZaQVJLREM3cFNJck1HblVuMjNlUmNPZGNJbjd4S3FuZUJ0TWtYOFhaT0FhdjN6Mi93alR6cXBOSk0wR2g4TTEKRllNQWdERUNlQmlxdzRweFlpd2xDZWZIbi9FRU1kMndSTW1xbDhVdGlMaGtCWlNDdVYwdHhGVU1Ddi9xWi9PcgpqOEhIT2xUUkl4bjhuL1pwS1RTV2lQZnFaMXE3TEM3bHBHS2lzcDNnNkR3TGVYWmV3bVN6Qit4b0FVMG9LdGQwCkh1dzVRLzVnSnhCZjhJT0hHYVh6UlRpM0xoUkU5TGJnNDVwUWJjUXd5M1NhRGhFcjJtTHJPN2lBY1FJREFRQUIKbzNJd2NEQWRCZ05WSFE0RUZnUVVYNzlaUlI5V3lsRFRRYm9kaUQ4eXczVXZIand3SHdZRFZSMGpCQmd3Rm9BVQpYNzlaUlI5V3lsRFRRYm9kaUQ4eXczVXZIand3RHdZRFZSMFRBUUgvQkFVd0F3RUIvekFkQmdOVkhSRUVGakFVCmdneG9iM04wTG1WNFlXMXdiR1dIQkg4QUFBRXdEUVlKS29aSWh2Y05BUUVMQlFBRGdnRUJBSlZOalV4dGlWUTkKMThOR3NFV0JYVXVnRU5qMUJESFBqSnllWmYvNytma0ZIQXBlMWJnMk5ZbGVUbzRPMHhBaG05UFJUSXJ0TFViaQpObHMvMVJsakZ1U0RjUnpiSWNmYzVsUFZXc0xNK2U3MS9aUGlqVUM3bnNWUktobWcwWDJZdEVPWGJPR1ViWTUyCjdsTFVqNVZjbzUvbXFoSS9oc1ZyWmJDM0F3QUlTTjlrT01Iamw1d2lUUEVtVDNld3kwQ0w3eUF5cDBNZ2crcVkKVVY1TWNBc2VRWDhnUEhKR3lNMlU1aUhTZ2pVemlKUWZHRDJ6djNjSlNVeE5YV3pzNmp5Z3QxTld5WHdrNTFzNApnaGc5RGdWYVJQWGdDdzRVRElqYVk0UXNIdXRTWk15MTJGMlVmb0w4STNqVVFVbmtsZmtLVm43ZWR1OUJhd2llCkkrc1hpWm0rbkhVPQotLS0tLUVORCBDRVJUSUZJQ0FURS0tLS0tCg== | openssl base64 -d -A > c.pem; openssl x509 -in c.pem -noout -subject -issuer -dates -serial -fingerprint; openssl x509 -in c.pem -noout -text; openssl x509 -in c.pem -noout -fingerprint -sha256; openssl x509 -in c.pem -pubkey -noout; openssl x509 -in c.pem -noout -checkend 1; echo $?; openssl x509 -in c.pem -outform DER | wc -c; openssl x509 -noout -modulus < c.pem; echo LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0tCk1JSUV2UUlCQURBTkJna3Foa2lHOXcwQkFRRUZBQVNDQktjd2dnU2pBZ0VBQW9JQkFRRFBuMTB5QklJd09tblUKRURTU0JzaGQzeW9CUmF2bUZJNXc0N21MajlkZlc2eDdEYXQwVDkrbUt4TzJiUjVISCs2akpJa1MzMFltZnY5dwp1VEY5TmFlODRycEJLOE1Wa0JFb01MdWxJaXN3YWRTZmJkNUZ3NTF3aWZ2RXFxZDRHMHlSZnhkazRCcS9mUGIvCkNOUE9xazBrelFhSHd6VVZnd0NBTVFKNEdLckRpbkZpTENVSjU4ZWY4UVF4M2JCRXlhcVh4UzJJdUdRRmxJSzUKWFMzRVZRd0svK3BuODZ1UHdjYzZWTkVqR2Z5Zjlta3BOSmFJOStwbldyc3NMdVdrWXFLeW5lRG9QQXQ1ZGw3QwpaTE1IN0dnQlRTZ3ExM1FlN0RsRC9tQW5FRi93ZzRjWnBmTkZPTGN1RkVUMHR1RGptbEJ0eERETGRKb09FU3ZhCll1czd1SUJ4QWdNQkFBRUNnZ0VBVi9nMkRKTk1kaExKOUVoSmZmWFJ2N1JtbjlOZFdrY3Jjem1KekZCTitPRm0KMjF5WFlOalc4aGtlYVJVaTF3LzRsTGRPUE9qTldGSkcrUVArckFhbjQ2aE5Nbi9RVUxxU0NtMWJsRVE5K0cxZQo0WTR6dDJ1Q3NjUkZJTGNON2gzaSsyTFdEcS9GcFl6Vk9vb0s5RzNEOGV2TThJa05YT2Y4dGxRTnI4VUQxWVYzCmNwbVMzc3ZKdm9qOEgrSkFoK09LNmVVSjBidEdSZWdyVGNQQkxRNlltS0kwbThwek55ck12L2hQZ2tqZ1BhM1IKQ01ES0gxanRaMXhWVVdyVEwvc2xpS0NsbWJCcndhUi9CWHRQTHVvYnl2cGM2dWkxRmJUa0VXQUFlTWNuNHB1WApwUlYwMC9zTVBnWjlMZGRzdVhrRWhMQ21lN3hxeEZRdGZ4Zk9VKzBLWVFLQmdRRDFvU0lPTVlXbU9KNlpCNWkxCjFieDc1M3ZTR3BOaVFzNTB2TkZ5bFhZdUdsbmtwQVNsbUlSazc0V3MyZjlOQ2dMcTNTcXRGTFFJSm94a1lsZTIKYWdFeXhtaFBzRkUzRm1wTm4xa09wSWhkQjFpWkgzTUZROVgraGhNOXV2K29rL1Y0NTV6dURXTnBscThpcTdXUQpJYTBZT21HYnMzYWZKV01ab2U4UnJCQkhJd0tCZ1FEWVkyK3IrT3ZTKzFJc1ByYlp2YldjVDRXVWRCSlkybmFKClpWdmY1N001NnhkVmd3bno0Wk1NeVMxQnNJRDFsM0d5djlETXd6cEFnZy92MlVENm5aaFZRMEYxUG4vbzhmcmcKU3lWcHU3eHk3QzRwWE9tUEdkVlBRdTdnL3NQdXFTYzR2c2pXT1R4VjE0a3JpY3JjZzFTUlBpM2tqMTkvSkpQeQpDSnh3Tk1MZFd3S0JnQ1FKV3VTNE1VSjh4Zy92aEdFUkZaRWNHaGR1SExkcTA3MWV3bC9NTzhWeHlrUjRKOUpmCnVQVFNDMHVieEEvNmF3a29INDI3SHRxZlJUT3BGZk5HUkJ5OTdTbmIxVjUrcEdQMC8remRDTUNWUmxOWXdOaEIKNXBCci9VQ3VRYm5xMHpYRXpVcERucFVzTFUrcDMzNWc0bk5PaFdtQmYrTERhbkdsUjF6UllLWC9Bb0dBWlhlRApKdVhyVnh5SU5MMFhxdFNkYzNXS2tzazJ6VGxydWhPd1dEYml3UGJ2RXljR0pMa1M1anp6bnNqd1A3bExGR0dECnZIQ1RRU3A3NUtGQUtnUjZLUWtIaWIzTDV1U0pHbUhDWW1rby9jNm4rcmRad2NPQVZkRnlDRWtPZ1R3S2F6NXoKR0pqd0pPU1Rxcm5MU1VtLy92ZGtON2ZQTk9SbkIyaG9TdWxDc3Q4Q2dZRUE5WWhkaG03b2IwQVFTTnlNQjdOUApkRFZpS1FCYnVVeXJaL2ZOUHBBZmRBZzNnbkdRN29oU0VFV2VveHJFdUg4cVB2TitiQ3dxank1VnZJcTYyMERwCmtTdTRWcHpZQ2YvZWlRWHJWejJtQ1JLRkh5L0c5RkRXTEx6SFFQWURoSWxtOFRkQ1RFYXRhUlcrbFRqYWc2WEoKb0wwK3RYOU5FNVp6UFZPQzZ5Z0FtNDA9Ci0tLS0tRU5EIFBSSVZBVEUgS0VZLS0tLS0K | openssl base64 -d -A > k.pem; openssl rsa -in k.pem -pubout 2>/dev/null; openssl pkey -in k.pem -pubout; openssl rsa -in k.pem -traditional 2>/dev/null | head -1; openssl prime 17 18
| $1$abcdefgh$G//4keteveJp0qb8z2DxG/
| $6$abcdefgh$yVfUwsw5T.JApa8POvClA1pQ5peiq97DUNyXCZN5IrF.BMSkiaLQ5kvpuEm/VQ1Tvh/KV2TcaWh8qinoW5dhA1
| $5$abc$15UmFGnrneQNTnM/9E7VyBCo1v9wZfKKjyXX/6c3GVB
| $apr1$xyz$HXgo9gtz4gpj4JWTLYmjB0
| $6$s$OLVXgZEq4nUOMQHgvkWpsQlLxqSDvtVeUHgTshlKB5dG54bRawyIsWYkx6goXnC06BU0/38CkjhM1OkKDZRFK0
| $6$s$WLWHXnr5KlzrZZEJ0FMMOK1FwGEK4y2iuEdhWvFwwZraHd5it531vJ3XNnvl6KWFPKsoL73enfL/jBiHXfPXQ0
| $6$s$7huxtoxLf2nT3zA9GrOnYz3NbgarfUrwL9Rp68bLHz3kX/SKf2KujrCPeT1Mk3gmcqPR02gnwUWVJsZD4ZG11/
| "Invalid command 'nope'; type \"help\" for a list."
| subject=C = DE, O = Org, CN = host.example
| issuer=C = DE, O = Org, CN = host.example
| notBefore=Dec  1 06:47:34 2026 GMT
| notAfter=Nov 28 06:47:34 2036 GMT
| serial=1218EC1A42BE5A085B4395F6C83B1E9367B518CB
| SHA1 Fingerprint=A1:19:A4:08:D4:E1:B3:B2:86:C2:B8:81:98:5A:D6:12:93:98:D9:2A
| Certificate:
|     Data:
|         Version: 3 (0x2)
|         Serial Number:
|             12:18:ec:1a:42:be:5a:08:5b:43:95:f6:c8:3b:1e:93:67:b5:18:cb
|         Signature Algorithm: sha256WithRSAEncryption
|         Issuer: C = DE, O = Org, CN = host.example
|         Validity
|             Not Before: Dec  1 06:47:34 2026 GMT
|             Not After : Nov 28 06:47:34 2036 GMT
|         Subject: C = DE, O = Org, CN = host.example
|         Subject Public Key Info:
|             Public Key Algorithm: rsaEncryption
|                 Public-Key: (2048 bit)
|                 Modulus:
|                     00:cf:9f:5d:32:04:82:30:3a:69:d4:10:34:92:06:
|                     c8:5d:df:2a:01:45:ab:e6:14:8e:70:e3:b9:8b:8f:
|                     d7:5f:5b:ac:7b:0d:ab:74:4f:df:a6:2b:13:b6:6d:
|                     1e:47:1f:ee:a3:24:89:12:df:46:26:7e:ff:70:b9:
|                     31:7d:35:a7:bc:e2:ba:41:2b:c3:15:90:11:28:30:
|                     bb:a5:22:2b:30:69:d4:9f:6d:de:45:c3:9d:70:89:
|                     fb:c4:aa:a7:78:1b:4c:91:7f:17:64:e0:1a:bf:7c:
|                     f6:ff:08:d3:ce:aa:4d:24:cd:06:87:c3:35:15:83:
|                     00:80:31:02:78:18:aa:c3:8a:71:62:2c:25:09:e7:
|                     c7:9f:f1:04:31:dd:b0:44:c9:aa:97:c5:2d:88:b8:
|                     64:05:94:82:b9:5d:2d:c4:55:0c:0a:ff:ea:67:f3:
|                     ab:8f:c1:c7:3a:54:d1:23:19:fc:9f:f6:69:29:34:
|                     96:88:f7:ea:67:5a:bb:2c:2e:e5:a4:62:a2:b2:9d:
|                     e0:e8:3c:0b:79:76:5e:c2:64:b3:07:ec:68:01:4d:
|                     28:2a:d7:74:1e:ec:39:43:fe:60:27:10:5f:f0:83:
|                     87:19:a5:f3:45:38:b7:2e:14:44:f4:b6:e0:e3:9a:
|                     50:6d:c4:30:cb:74:9a:0e:11:2b:da:62:eb:3b:b8:
|                     80:71
|                 Exponent: 65537 (0x10001)
|         X509v3 extensions:
|             X509v3 Subject Key Identifier: 
|                 5F:BF:59:45:1F:56:CA:50:D3:41:BA:1D:88:3F:32:C3:75:2F:1E:3C
|             X509v3 Authority Key Identifier: 
|                 5F:BF:59:45:1F:56:CA:50:D3:41:BA:1D:88:3F:32:C3:75:2F:1E:3C
|             X509v3 Basic Constraints: critical
|                 CA:TRUE
|             X509v3 Subject Alternative Name: 
|                 DNS:host.example, IP Address:127.0.0.1
|     Signature Algorithm: sha256WithRSAEncryption
|     Signature Value:
|         95:4d:8d:4c:6d:89:54:3d:d7:c3:46:b0:45:81:5d:4b:a0:10:
|         d8:f5:04:31:cf:8c:9c:9e:65:ff:fb:f9:f9:05:1c:0a:5e:d5:
|         b8:36:35:89:5e:4e:8e:0e:d3:10:21:9b:d3:d1:4c:8a:ed:2d:
|         46:e2:36:5b:3f:d5:19:63:16:e4:83:71:1c:db:21:c7:dc:e6:
|         53:d5:5a:c2:cc:f9:ee:f5:fd:93:e2:8d:40:bb:9e:c5:51:2a:
|         19:a0:d1:7d:98:b4:43:97:6c:e1:94:6d:8e:76:ee:52:d4:8f:
|         95:5c:a3:9f:e6:aa:12:3f:86:c5:6b:65:b0:b7:03:00:08:48:
|         df:64:38:c1:e3:97:9c:22:4c:f1:26:4f:77:b0:cb:40:8b:ef:
|         20:32:a7:43:20:83:ea:98:51:5e:4c:70:0b:1e:41:7f:20:3c:
|         72:46:c8:cd:94:e6:21:d2:82:35:33:88:94:1f:18:3d:b3:bf:
|         77:09:49:4c:4d:5d:6c:ec:ea:3c:a0:b7:53:56:c9:7c:24:e7:
|         5b:38:82:18:3d:0e:05:5a:44:f5:e0:0b:0e:14:0c:88:da:63:
|         84:2c:1e:eb:52:64:cc:b5:d8:5d:94:7e:82:fc:23:78:d4:41:
|         49:e4:95:f9:0a:56:7e:de:76:ef:41:6b:08:9e:23:eb:17:89:
|         99:be:9c:75
| sha256 Fingerprint=A1:CF:72:55:9E:15:3C:39:23:9D:AB:5A:40:5F:9F:53:4E:1F:36:9B:ED:94:70:ED:D7:E0:54:40:B6:24:34:97
| -----BEGIN PUBLIC KEY-----
| MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAz59dMgSCMDpp1BA0kgbI
| Xd8qAUWr5hSOcOO5i4/XX1usew2rdE/fpisTtm0eRx/uoySJEt9GJn7/cLkxfTWn
| vOK6QSvDFZARKDC7pSIrMGnUn23eRcOdcIn7xKqneBtMkX8XZOAav3z2/wjTzqpN
| JM0Gh8M1FYMAgDECeBiqw4pxYiwlCefHn/EEMd2wRMmql8UtiLhkBZSCuV0txFUM
| Cv/qZ/Orj8HHOlTRIxn8n/ZpKTSWiPfqZ1q7LC7lpGKisp3g6DwLeXZewmSzB+xo
| AU0oKtd0Huw5Q/5gJxBf8IOHGaXzRTi3LhRE9Lbg45pQbcQwy3SaDhEr2mLrO7iA
| cQIDAQAB
| -----END PUBLIC KEY-----
| Certificate will not expire
| 0
| 872
| Modulus=CF9F5D320482303A69D410349206C85DDF2A0145ABE6148E70E3B98B8FD75F5BAC7B0DAB744FDFA62B13B66D1E471FEEA3248912DF46267EFF70B9317D35A7BCE2BA412BC31590112830BBA5222B3069D49F6DDE45C39D7089FBC4AAA7781B4C917F1764E01ABF7CF6FF08D3CEAA4D24CD0687C3351583008031027818AAC38A71622C2509E7C79FF10431DDB044C9AA97C52D88B864059482B95D2DC4550C0AFFEA67F3AB8FC1C73A54D12319FC9FF66929349688F7EA675ABB2C2EE5A462A2B29DE0E83C0B79765EC264B307EC68014D282AD7741EEC3943FE6027105FF0838719A5F34538B72E1444F4B6E0E39A506DC430CB749A0E112BDA62EB3BB88071
| -----BEGIN PUBLIC KEY-----
| MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAz59dMgSCMDpp1BA0kgbI
| Xd8qAUWr5hSOcOO5i4/XX1usew2rdE/fpisTtm0eRx/uoySJEt9GJn7/cLkxfTWn
| vOK6QSvDFZARKDC7pSIrMGnUn23eRcOdcIn7xKqneBtMkX8XZOAav3z2/wjTzqpN
| JM0Gh8M1FYMAgDECeBiqw4pxYiwlCefHn/EEMd2wRMmql8UtiLhkBZSCuV0txFUM
| Cv/qZ/Orj8HHOlTRIxn8n/ZpKTSWiPfqZ1q7LC7lpGKisp3g6DwLeXZewmSzB+xo
| AU0oKtd0Huw5Q/5gJxBf8IOHGaXzRTi3LhRE9Lbg45pQbcQwy3SaDhEr2mLrO7iA
| cQIDAQAB
| -----END PUBLIC KEY-----
| -----BEGIN PUBLIC KEY-----
| MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAz59dMgSCMDpp1BA0kgbI
| Xd8qAUWr5hSOcOO5i4/XX1usew2rdE/fpisTtm0eRx/uoySJEt9GJn7/cLkxfTWn
| vOK6QSvDFZARKDC7pSIrMGnUn23eRcOdcIn7xKqneBtMkX8XZOAav3z2/wjTzqpN
| JM0Gh8M1FYMAgDECeBiqw4pxYiwlCefHn/EEMd2wRMmql8UtiLhkBZSCuV0txFUM
| Cv/qZ/Orj8HHOlTRIxn8n/ZpKTSWiPfqZ1q7LC7lpGKisp3g6DwLeXZewmSzB+xo
| AU0oKtd0Huw5Q/5gJxBf8IOHGaXzRTi3LhRE9Lbg45pQbcQwy3SaDhEr2mLrO7iA
| cQIDAQAB
| -----END PUBLIC KEY-----
| -----BEGIN RSA PRIVATE KEY-----
| 11 (17) is prime
| 12 (18) is not prime

