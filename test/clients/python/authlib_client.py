"""app.py is the example, word for word. What it does not show is added here: refreshing, signing out, and saying what went wrong."""
import os

from authlib.integrations.base_client import OAuthError
from authlib.integrations.flask_client import token_update
from flask import jsonify, session

import app as example

app, signet = example.app, example.signet
kept = {}


# What the example's callback gets is noted; it keeps only the person.
def noting(**arguments):
    kept["token"] = fetch(**arguments)
    return kept["token"]


fetch, signet.authorize_access_token = signet.authorize_access_token, noting


@token_update.connect_via(app)
def updated(_, token, **__):
    kept["token"] = token


@app.get("/alive")
def alive():
    return "yes"


@app.get("/me")
def me():
    return jsonify(session.get("user") or {})


@app.get("/refresh")
def refresh():
    """An access token that is over is replaced by Authlib itself."""
    former = dict(kept["token"])
    kept["token"]["expires_at"] = 1
    answer = signet.get(signet.load_server_metadata()["userinfo_endpoint"], token=kept["token"])
    return jsonify(
        status=answer.status_code,
        name=answer.json().get("name"),
        replaced=former["access_token"] != kept["token"]["access_token"],
        rotated=former["refresh_token"] != kept["token"]["refresh_token"],
    )


@app.get("/sign-out")
def sign_out():
    session.clear()
    return signet.logout_redirect(id_token_hint=kept["token"]["id_token"])


@app.errorhandler(OAuthError)
def failed(error):
    return jsonify(error=error.error, description=error.description), 400


app.run(port=int(os.environ["PORT"]))
