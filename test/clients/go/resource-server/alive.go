package main

import _ "signet.example/clients/noting"
