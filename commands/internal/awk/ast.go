package awk

// The tree that the parser makes. Variables are resolved in it already: a function's parameters to slots of its
// frame, everything else to slots of the global table.

type expr interface{}

type (
	numLit   struct{ v float64 }
	strLit   struct{ s string }
	regexLit struct{ src string }
	varRef   struct {
		name  string
		slot  int
		local bool
	}
	fieldRef struct{ index expr }
	indexRef struct {
		base *varRef
		subs [][]expr // one list of subscripts for each pair of brackets
	}
	assignExpr struct {
		op  token // tAssign, or the arithmetic operator
		lhs expr
		rhs expr
	}
	condExpr   struct{ test, yes, no expr }
	binaryExpr struct {
		op   token
		l, r expr
	}
	logicExpr struct {
		or   bool
		l, r expr
	}
	matchExpr struct {
		not  bool
		l, r expr
	}
	inExpr struct {
		subs []expr
		arr  expr // *varRef or *indexRef
	}
	unaryExpr struct {
		op token
		x  expr
	}
	incDecExpr struct {
		lhs   expr
		delta float64
		post  bool
	}
	concatExpr struct{ parts []expr }
	groupExpr  struct{ x expr }
	// tupleExpr is a parenthesised list: what print(a, b) and (i, j) in arr have.
	tupleExpr struct{ list []expr }
	callExpr  struct {
		name string
		args []expr
		line int
	}
	builtinExpr struct {
		name string
		args []expr
		line int
	}
	getlineExpr struct {
		lhs    expr  // nil = $0
		source expr  // file or command; nil = main input
		op     token // tLT file, tPipe command
	}
)

type stmt interface{}

type (
	exprStmt  struct{ x expr }
	printStmt struct {
		printf bool
		args   []expr
		op     token // tGT, tAppend, tPipe, or 0
		dest   expr
	}
	ifStmt struct {
		test    expr
		yes, no []stmt
	}
	whileStmt struct {
		test expr
		body []stmt
	}
	doStmt struct {
		body []stmt
		test expr
	}
	forStmt struct {
		init, step stmt
		test       expr
		body       []stmt
	}
	forInStmt struct {
		v    *varRef
		arr  expr
		body []stmt
	}
	switchStmt struct {
		x     expr
		cases []switchCase
	}
	switchCase struct {
		value     expr // nil = default
		body      []stmt
		isDefault bool
	}
	blockStmt    struct{ body []stmt }
	breakStmt    struct{}
	continueStmt struct{}
	nextStmt     struct{}
	nextFileStmt struct{}
	exitStmt     struct{ code expr }
	returnStmt   struct{ x expr }
	deleteStmt   struct{ target expr } // *varRef: the whole array
)

type rule struct {
	pattern, last expr // last: the end of a range
	ranged        bool
	body          []stmt
	noBody        bool
}

type function struct {
	name   string
	params []string
	body   []stmt
	weight int // how deep one call can go into the Go stack, in closures
	slot   int
}

// tree is a parsed program.
type tree struct {
	begin, end [][]stmt
	rules      []rule
	funcs      []*function
	byName     map[string]*function
	globals    map[string]int
	names      []string
	depth      int
}
