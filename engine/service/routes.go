package service

import (
	_ "embed"
	"net/http"
	"slices"
	"strings"
)

// route is one operation. Its handler returns the answer for status 200, or an error.
type route struct {
	method, path string
	handle       func(*Service, *http.Request) (any, error)
}

// table lists every operation; openapi.json describes them.
var table = []route{
	{"GET", "/system-prompt", (*Service).getTemplate},
	{"PUT", "/system-prompt", (*Service).putTemplate},
	{"GET", "/system-prompt/variables", (*Service).getVariables},
	{"POST", "/render", (*Service).postRender},
	{"GET", "/conversations/{id}", (*Service).getConversation},
	{"POST", "/conversations/{id}/prompt", (*Service).postPrompt},
	{"POST", "/conversations/{id}/compact", (*Service).postCompact},
	{"GET", "/openapi.json", (*Service).getDescription},
}

//go:embed openapi.json
var description []byte

func (s *Service) getDescription(*http.Request) (any, error) { return description, nil }

// routes returns the handler of all operations. Its answer for an unknown path is also JSON.
func (s *Service) routes() http.Handler {
	mux := http.NewServeMux()
	paths := map[string]map[string]route{}
	for _, r := range table {
		if paths[r.path] == nil {
			paths[r.path] = map[string]route{}
		}
		paths[r.path][r.method] = r
	}
	for path, methods := range paths {
		var allowed []string
		for method := range methods {
			allowed = append(allowed, method)
		}
		slices.Sort(allowed)
		allow := strings.Join(allowed, ", ")
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			method := r.Method
			if method == http.MethodHead {
				method = http.MethodGet
			}
			one, there := methods[method]
			if !there {
				w.Header().Set("Allow", allow)
				s.fail(w, r, refuse(http.StatusMethodNotAllowed, "%s takes %s", path, allow))
				return
			}
			answer, err := one.handle(s, r)
			if err != nil {
				s.fail(w, r, err)
				return
			}
			s.answer(w, r, http.StatusOK, answer)
		})
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		s.fail(w, r, refuse(http.StatusNotFound, "nothing is at %s; /openapi.json lists all paths", r.URL.Path))
	})
	return mux
}
