package main

import (
	"net/http"
	"os"
	"time"

	"github.com/zitadel/oidc/v3/pkg/client"
	"github.com/zitadel/oidc/v3/pkg/client/rp"
	"github.com/zitadel/oidc/v3/pkg/oidc"

	"signet.example/clients/noting"
)

var issuer, id, keyFile = os.Getenv("ISSUER"), os.Getenv("CLIENT_ID"), os.Getenv("KEY_FILE")

// What the example does not show: refreshing, with the secret, or with an assertion as the library signs one; and revoking.
func init() {
	http.HandleFunc("/refresh", func(w http.ResponseWriter, r *http.Request) {
		answer, err := refresh(r)
		noting.Tell(w, answer, err)
	})
	http.HandleFunc("/revoke", func(w http.ResponseWriter, r *http.Request) {
		provider, err := connect(r)
		if err == nil {
			err = rp.RevokeToken(r.Context(), provider, noting.Last().Refresh, "refresh_token")
		}
		noting.Tell(w, map[string]bool{"revoked": true}, err)
	})
}

func connect(r *http.Request) (rp.RelyingParty, error) {
	var options []rp.Option
	if keyFile != "" {
		options = append(options, rp.WithJWTProfile(rp.SignerFromKeyPath(keyFile)))
	}
	return rp.NewRelyingPartyOIDC(r.Context(), issuer, id, os.Getenv("CLIENT_SECRET"), "", []string{"openid"}, options...)
}

func refresh(r *http.Request) (any, error) {
	provider, err := connect(r)
	if err != nil {
		return nil, err
	}
	assertion, kind := "", ""
	if keyFile != "" {
		audience := []string{issuer, provider.OAuthConfig().Endpoint.TokenURL}
		if assertion, err = client.SignedJWTProfileAssertion(id, audience, time.Hour, provider.Signer()); err != nil {
			return nil, err
		}
		kind = oidc.ClientAssertionTypeJWTAssertion
	}
	former := noting.Last()
	tokens, err := rp.RefreshTokens[*oidc.IDTokenClaims](r.Context(), provider, former.Refresh, assertion, kind)
	if err != nil {
		return nil, err
	}
	return map[string]any{
		"sub":      tokens.IDTokenClaims.Subject,
		"replaced": tokens.AccessToken != former.Access,
		"rotated":  tokens.RefreshToken != former.Refresh,
	}, nil
}
