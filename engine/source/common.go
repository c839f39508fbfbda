package source

// stride is how many bytes are compared at once: comparing long strings for equality is fastest.
const stride = 1024

// CommonPrefix returns how many bytes two strings have in common at their start.
func CommonPrefix(a, b string) int {
	n := min(len(a), len(b))
	i := 0
	for next := min(stride, n); i < n && a[i:next] == b[i:next]; next = min(i+stride, n) {
		i = next
	}
	for i < n && a[i] == b[i] {
		i++
	}
	return i
}

// CommonSuffix returns how many bytes two strings have in common at their end.
func CommonSuffix(a, b string) int {
	n := min(len(a), len(b))
	i := 0
	for next := min(stride, n); i < n && a[len(a)-next:len(a)-i] == b[len(b)-next:len(b)-i]; next = min(i+stride, n) {
		i = next
	}
	for i < n && a[len(a)-1-i] == b[len(b)-1-i] {
		i++
	}
	return i
}
