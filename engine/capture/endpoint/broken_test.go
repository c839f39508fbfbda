package endpoint

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
)

func TestABodyThatBreaksOffIsRecordedAndRefused(t *testing.T) {
	t.Parallel()
	e := start(t, Options{})
	conn, err := net.Dial("tcp", strings.TrimPrefix(e.URL(), "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "POST /v1/messages HTTP/1.1\r\nHost: %s\r\nX-Api-Key: %s\r\nContent-Length: 100\r\n\r\n{\"model\":", strings.TrimPrefix(e.URL(), "http://"), e.Key())
	if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusBadRequest || !strings.Contains(string(text), "the body broke off") {
		t.Errorf("%d %q, %v", answer.StatusCode, text, err)
	}
	// The status is recorded after the answer. Close waits until that is done.
	e.Close()
	all := e.Exchanges()
	if len(all) != 1 {
		t.Fatalf("%d requests are recorded", len(all))
	}
	if x := all[0]; x.Why != "its body broke off after 9 bytes" || string(x.Body) != `{"model":` || x.Main || x.Form != "" || x.Request != nil || x.Path != "/v1/messages" || x.Method != "POST" || x.Status != http.StatusBadRequest {
		t.Errorf("%+v", x)
	}
}
