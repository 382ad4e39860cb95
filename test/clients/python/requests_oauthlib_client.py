"""sign_in.py is the example; its two halves are run where a program would run them: before the browser leaves, and when it is back."""
import os
from pathlib import Path

from flask import Flask, jsonify, redirect, request, session
from oauthlib.oauth2 import OAuth2Error
from requests_oauthlib import OAuth2Session

leaving, returning = Path("sign_in.py").read_text().split("# Send the browser to address")
returning = returning.split("\n", 1)[1]
app = Flask(__name__)
app.secret_key = os.environ["SESSION_SECRET"]
begun = {}
signed_in = {}


@app.get("/alive")
def alive():
    return "yes"


@app.get("/sign-in")
def sign_in():
    names = {}
    exec(leaving, names)
    session["state"] = names["state"]
    begun[names["state"]] = names
    return redirect(names["address"])


@app.get("/callback")
def callback():
    names = begun.pop(session.pop("state"))
    names["came_back_to"] = request.url
    exec(returning, names)
    session["user"] = names["user"]
    signed_in[names["user"]["sub"]] = names["signet"]
    return redirect("/me")


@app.get("/me")
def me():
    return jsonify(session.get("user") or {})


@app.get("/refresh")
def refresh():
    """As its manual has it: id and secret are named, and go into the body."""
    signet = signed_in[session["user"]["sub"]]
    former = dict(signet.token)
    metadata = signet.get(f"{os.environ['ISSUER']}/.well-known/openid-configuration").json()
    token = signet.refresh_token(
        metadata["token_endpoint"],
        client_id=signet.client_id,
        client_secret=os.environ["CLIENT_SECRET"],
    )
    return jsonify(
        status=signet.get(metadata["userinfo_endpoint"]).status_code,
        replaced=former["access_token"] != token["access_token"],
        rotated=former["refresh_token"] != token["refresh_token"],
    )


@app.errorhandler(OAuth2Error)
def failed(error):
    return jsonify(error=error.error, description=error.description), 400


app.run(port=int(os.environ["PORT"]))
