"""A Django project with nothing in it but one page that tells who is signed in; settings.py and urls.py are those of the example."""
import os
import sys
import types
from pathlib import Path

import django
from django.conf import settings
from django.core.management import call_command, execute_from_command_line
from django.http import HttpResponse, JsonResponse
from django.urls import include, path


def alive(request):
    return HttpResponse("yes")


def me(request):
    user = request.user
    return JsonResponse({"email": user.email, "name": user.get_full_name()} if user.is_authenticated else {})


def serve(extra_settings, extra_urls):
    """What startproject writes, then the example, then what one test needs."""
    project = {
        "os": os,
        "SECRET_KEY": os.environ["SESSION_SECRET"],
        "ALLOWED_HOSTS": ["localhost"],
        "ROOT_URLCONF": "project_urls",
        "INSTALLED_APPS": [
            "django.contrib.auth",
            "django.contrib.contenttypes",
            "django.contrib.sessions",
            "django.contrib.messages",
        ],
        "MIDDLEWARE": [
            "django.middleware.security.SecurityMiddleware",
            "django.contrib.sessions.middleware.SessionMiddleware",
            "django.middleware.common.CommonMiddleware",
            "django.middleware.csrf.CsrfViewMiddleware",
            "django.contrib.auth.middleware.AuthenticationMiddleware",
            "django.contrib.messages.middleware.MessageMiddleware",
        ],
        "TEMPLATES": [
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "APP_DIRS": True,
                "OPTIONS": {
                    "context_processors": [
                        "django.template.context_processors.request",
                        "django.contrib.auth.context_processors.auth",
                        "django.contrib.messages.context_processors.messages",
                    ]
                },
            }
        ],
        "DATABASES": {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "project.sqlite3"}},
        "DEFAULT_AUTO_FIELD": "django.db.models.BigAutoField",
        "USE_TZ": True,
    }
    exec(Path("settings.py").read_text(), project)
    exec(extra_settings, project)
    settings.configure(**{name: value for name, value in project.items() if name.isupper()})

    django.setup()
    urls = types.ModuleType("project_urls")
    urls.__dict__.update(path=path, include=include, urlpatterns=[path("alive", alive), path("me", me), *extra_urls])
    exec(Path("urls.py").read_text(), urls.__dict__)
    sys.modules["project_urls"] = urls
    call_command("migrate", verbosity=0)
    execute_from_command_line(["manage.py", "runserver", "--noreload", f"127.0.0.1:{os.environ['PORT']}"])
