// A program without a person: its key file gets it tokens by the JWT profile, and with them it calls an API.
package main

import (
	"context"
	"io"
	"log"
	"net/http"
	"os"
	"strings"

	"github.com/zitadel/oidc/v3/pkg/client/profile"
	"golang.org/x/oauth2"

	"signet.example/clients/noting"
)

func main() {
	http.HandleFunc("/call", func(w http.ResponseWriter, r *http.Request) {
		answer, err := call(r.Context())
		noting.Tell(w, answer, err)
	})
	log.Fatal(http.ListenAndServe("localhost:"+os.Getenv("PORT"), nil))
}

func call(ctx context.Context) (any, error) {
	scopes := strings.Fields(os.Getenv("SCOPES"))
	source, err := profile.NewJWTProfileTokenSourceFromKeyFile(ctx, os.Getenv("ISSUER"), os.Getenv("KEY_FILE"), scopes)
	if err != nil {
		return nil, err
	}
	response, err := oauth2.NewClient(ctx, source).Get(os.Getenv("API"))
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return map[string]any{"status": response.StatusCode, "body": string(body)}, err
}
