"""mozilla-django-oidc, with its middleware that asks Signet again from time to time whether the person is still signed in."""
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.urls import path
from django_project import serve


@login_required
def home(request):
    return HttpResponse(f"Hello, {request.user.email}")


def overdue(request):
    """As if the fifteen minutes were over."""
    request.session["oidc_id_token_expiration"] = 0
    return HttpResponse("it is")


serve(
    'MIDDLEWARE += ["mozilla_django_oidc.middleware.SessionRefresh"]\nLOGIN_REDIRECT_URL_FAILURE = "/me"',
    [path("", home), path("overdue", overdue)],
)
