package main

import (
	"net/http"
	"os"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"signet.example/clients/noting"
)

// What the example does not show: an access token that is over is replaced by the library, whose answer is verified like the first.
func init() {
	http.HandleFunc("/refresh", func(w http.ResponseWriter, r *http.Request) {
		answer, err := refresh(r)
		noting.Tell(w, answer, err)
	})
}

func refresh(r *http.Request) (any, error) {
	provider, err := oidc.NewProvider(r.Context(), os.Getenv("ISSUER"))
	if err != nil {
		return nil, err
	}
	id := os.Getenv("CLIENT_ID")
	config := oauth2.Config{ClientID: id, ClientSecret: os.Getenv("CLIENT_SECRET"), Endpoint: provider.Endpoint()}
	former := noting.Last()
	over := &oauth2.Token{AccessToken: former.Access, RefreshToken: former.Refresh, Expiry: time.Now().Add(-time.Hour)}
	token, err := config.TokenSource(r.Context(), over).Token()
	if err != nil {
		return nil, err
	}
	raw, _ := token.Extra("id_token").(string)
	verified, err := provider.Verifier(&oidc.Config{ClientID: id}).Verify(r.Context(), raw)
	if err != nil {
		return nil, err
	}
	return map[string]any{
		"sub":      verified.Subject,
		"replaced": token.AccessToken != former.Access,
		"rotated":  token.RefreshToken != former.Refresh,
	}, nil
}
