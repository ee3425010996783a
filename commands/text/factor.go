package text

import (
	"context"
	"io"
	"math/big"
	"slices"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var factorUsage = optparse.Define("factor", "[NUMBER]...\nOPTION", "Print the prime factors of each specified integer NUMBER.  If none\nare specified on the command line, read them from standard input.", "")

// maxFactorDigits bounds the numbers taken: beyond it trial and rho would not end in a life-time.
const maxFactorDigits = 200

func factor(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, factorUsage)
	if done {
		return status
	}
	w := cmd.NewWriter(p)
	one := func(text string) {
		n, ok := new(big.Int).SetString(strings.TrimPrefix(strings.TrimLeft(text, " "), "+"), 10)
		if !ok || n.Sign() < 0 || len(text) > maxFactorDigits || strings.ContainsRune(text, '_') {
			_ = w.Flush()
			cmd.Errorf(p, "%s is not a valid positive integer", cmd.QuoteC(text))
			status = 1
			return
		}
		_, _ = w.WriteString(n.String() + ":")
		for _, f := range primeFactors(p, n) {
			_, _ = w.WriteString(" " + f.String())
		}
		_ = w.WriteByte('\n')
	}
	if len(o.Args) > 0 {
		for _, a := range o.Args {
			one(a)
		}
		return w.Finish(status)
	}
	lines := cmd.NewLineReader(p.Stdin(), '\n')
	for w.Err() == nil && p.Safepoint() == nil {
		line, _, err := lines.Next()
		if err != nil {
			if err != io.EOF {
				cmd.Errorf(p, "error reading input: %s", kernel.Strerror(err))
				status = 1
			}
			break
		}
		for token := range strings.FieldsSeq(string(line)) {
			one(token)
		}
	}
	return w.Finish(status)
}

// primeFactors divides by small primes and splits the rest with Pollard's rho; p being killed ends it.
func primeFactors(p *kernel.Process, n *big.Int) []*big.Int {
	var out []*big.Int
	n = new(big.Int).Set(n)
	if n.Cmp(big.NewInt(2)) < 0 {
		return nil
	}
	var q, r big.Int
	for d := int64(2); d < 5000; d++ {
		div := big.NewInt(d)
		for {
			if q.QuoRem(n, div, &r); r.Sign() != 0 {
				break
			}
			out = append(out, big.NewInt(d))
			n.Set(&q)
		}
	}
	stack := []*big.Int{n}
	one := big.NewInt(1)
	for len(stack) > 0 {
		m := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch {
		case m.Cmp(one) == 0:
		case m.ProbablyPrime(20):
			out = append(out, m)
		default:
			d := pollardRho(p, m)
			if d == nil {
				return out
			}
			stack = append(stack, d, new(big.Int).Quo(m, d))
		}
	}
	slices.SortFunc(out, (*big.Int).Cmp)
	return out
}

// pollardRho finds a proper factor of a composite m, or nil when p was killed.
func pollardRho(p *kernel.Process, m *big.Int) *big.Int {
	root := new(big.Int).Sqrt(m)
	if new(big.Int).Mul(root, root).Cmp(m) == 0 {
		return root
	}
	one := big.NewInt(1)
	for c := int64(1); ; c++ {
		add := big.NewInt(c)
		x, y, d := big.NewInt(2), big.NewInt(2), big.NewInt(1)
		step := func(v *big.Int) {
			v.Mul(v, v)
			v.Add(v, add)
			v.Mod(v, m)
		}
		prod, diff := big.NewInt(1), new(big.Int)
		for d.Cmp(one) == 0 {
			if p.Safepoint() != nil {
				return nil
			}
			prod.SetInt64(1)
			sx, sy := new(big.Int).Set(x), new(big.Int).Set(y)
			for range 128 {
				step(x)
				step(y)
				step(y)
				diff.Sub(x, y)
				prod.Mul(prod, diff.Abs(diff))
				prod.Mod(prod, m)
			}
			if d.GCD(nil, nil, prod, m); d.Cmp(m) == 0 || prod.Sign() == 0 {
				// The batch went too far: again, one step at a time.
				x, y = sx, sy
				d.SetInt64(1)
				for d.Cmp(one) == 0 {
					step(x)
					step(y)
					step(y)
					diff.Sub(x, y)
					d.GCD(nil, nil, diff.Abs(diff), m)
				}
				break
			}
		}
		if d.Cmp(m) != 0 {
			return d
		}
	}
}
