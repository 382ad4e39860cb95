"""django-allauth with its provider for OpenID Connect."""
from django_project import serve

serve('LOGIN_REDIRECT_URL = "/me"', [])
