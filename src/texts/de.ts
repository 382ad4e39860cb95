/** German. */
import type { Texts } from "./words.ts";

const de: Texts = {
  // Every page
  "common.cancel": "Abbrechen",
  "common.continue": "Weiter",
  "common.back": "Zurück",
  "common.requestId": "Wenn Sie um Hilfe bitten, geben Sie diese Nummer an: {id}",
  "common.forDevelopers": "Für die Betreiber",
  "footer.language": "Sprache",
  "footer.help": "Hilfe",
  "footer.privacy": "Datenschutz",
  "footer.terms": "Nutzungsbedingungen",

  // Sign in
  "signIn.title": "Bei {application} anmelden",
  "signIn.loginName": "Anmeldename oder E-Mail",
  "signIn.loginNameMissing": "Geben Sie Ihren Anmeldenamen oder Ihre E-Mail-Adresse ein.",
  "signIn.password": "Passwort",
  "signIn.passwordMissing": "Geben Sie Ihr Passwort ein.",
  "signIn.submit": "Anmelden",
  "signIn.who": "Anmeldung als {loginName}",
  "signIn.change": "Ändern",
  "signIn.wrong":
    "Anmeldename und Passwort passen nicht zusammen. Prüfen Sie beides oder setzen Sie Ihr Passwort zurück.",
  "signIn.slowed": "Es gab zu viele Versuche. Versuchen Sie es in {time} noch einmal.",
  "signIn.forgot": "Passwort vergessen?",
  "signIn.noAccount": "Noch kein Konto?",
  "signIn.register": "Konto erstellen",
  "signIn.showPassword": "Anzeigen",
  "signIn.hidePassword": "Verbergen",

  // Accounts in this browser
  "accounts.title": "Konto auswählen",
  "accounts.titleOne": "Weiter zu {application}",
  "accounts.intro": "weiter zu {application}",
  "accounts.continueAs": "Weiter als {name}",
  "accounts.passwordNeeded": "Passwort nötig",
  "accounts.asked": "Vorgeschlagen von {application}",
  "accounts.other": "Anderes Konto verwenden",
  "accounts.manage": "Konto aus diesem Browser entfernen",
  "accounts.remove": "Entfernen",
  "accounts.removeNamed": "{name} aus diesem Browser entfernen",
  "accounts.done": "Fertig",

  "consent.title": "{application} bittet um Ihre Erlaubnis",
  "consent.otherOrganization": "{application} gehört zu {organization} ({domain}), nicht zu Ihrer Organisation.",
  "consent.ownOrganization": "{application} gehört zu Ihrer Organisation, {organization} ({domain}).",
  "consent.learns": "Wenn Sie es erlauben, darf die Anwendung",
  "consent.openid": "Sie wiedererkennen und Ihren Anmeldenamen sehen",
  "consent.profile": "Ihren Namen, Anmeldenamen, Ihr Bild und Ihre Sprache sehen",
  "consent.email": "Ihre E-Mail-Adresse sehen",
  "consent.phone": "Ihre Telefonnummer sehen",
  "consent.address": "Ihre Postanschrift sehen",
  "consent.organization": "sehen, zu welcher Organisation Sie gehören",
  "consent.metadata": "sehen, was Ihre Organisation zu Ihnen vermerkt hat",
  "consent.roles": "sehen, welche Rollen Sie darin haben",
  "consent.audience": "{project} von {organization} in Ihrem Namen verwenden",
  "consent.management": "hier mit Ihren Verwaltungsrollen Benutzer, Projekte und Einstellungen verwalten",
  "consent.lasts": "Das gilt bei jeder Anmeldung für {time}.",
  "consent.lastsOffline": "Das gilt für bis zu {time}, auch wenn Sie nicht da sind.",
  "consent.destination": "Ihre Antwort geht an",
  "consent.remembered": "Ihre Antwort wird gemerkt. Sie können sie auf Ihrer Kontoseite jederzeit zurücknehmen.",
  "consent.allow": "Erlauben",
  "consent.deny": "Nicht erlauben",

  // Registration
  "register.title": "Konto erstellen",
  "register.intro": "für {application}",
  "register.email": "E-Mail",
  "register.emailInvalid": "Geben Sie eine Adresse wie ada@acme.example ein.",
  "register.givenName": "Vorname",
  "register.familyName": "Nachname",
  "register.nameMissing": "Geben Sie Ihren Vor- und Nachnamen ein.",
  "register.nameInvalid": "Verwenden Sie einen Namen mit höchstens 200 Zeichen und ohne Zeilenumbruch.",
  "register.userName": "Benutzername",
  "register.userNameInvalid":
    "Verwenden Sie Buchstaben, Ziffern, Punkte, Bindestriche und Unterstriche, insgesamt höchstens 200.",
  "register.userNameTaken": "Dieser Benutzername kann hier nicht verwendet werden. Wählen Sie einen anderen.",
  "register.phone": "Telefon",
  "register.phoneInvalid": "Geben Sie die Nummer mit Ländervorwahl ein, zum Beispiel +41 44 123 45 67.",
  "register.submit": "Konto erstellen",
  "register.haveAccount": "Schon ein Konto?",
  "register.signIn": "Anmelden",
  "register.terms": "Wenn Sie ein Konto erstellen, stimmen Sie den {terms} zu.",
  "register.closedTitle": "Die Registrierung ist nicht offen",
  "register.closed":
    "Konten für {application} erstellen die Personen, die diese Anwendung verwalten. Bitten Sie dort um eines.",
  "register.undecided":
    "Es ist noch nicht entschieden, ob man für {application} selbst ein Konto erstellen kann. Das müssen zuerst die Personen festlegen, die diesen Dienst betreiben.",
  "register.closedSignIn": "Mit einem vorhandenen Konto anmelden",

  // A code from a mail
  "code.title": "Sehen Sie in Ihren E-Mails nach",
  "code.intro":
    "Wenn {email} hier verwendet werden kann, haben wir eine E-Mail dorthin gesendet. Geben Sie den Code aus der E-Mail ein oder öffnen Sie den Link darin.",
  "code.label": "Code",
  "code.submit": "Bestätigen",
  "code.wrong": "Dieser Code stimmt nicht oder ist abgelaufen. Sehen Sie in der neuesten E-Mail nach.",
  "code.none": "Keine E-Mail? Sehen Sie im Spam-Ordner nach oder gehen Sie zurück und prüfen Sie die Adresse.",

  // A code from the mailbox, while others make the password wait
  "unblock.offer":
    "Hat es jemand anderes versucht? Mit einem Code aus Ihrer E-Mail können Sie sich ohne Wartezeit anmelden.",
  "unblock.send": "Code an meine Adresse senden",
  "unblock.intro":
    "Wenn es dieses Konto gibt und seine E-Mail-Adresse bestätigt ist, ist eine E-Mail mit einem Code dorthin unterwegs. Geben Sie den Code ein und danach Ihr Passwort.",
  "unblock.hint":
    "Höchstens eine solche E-Mail wird in einer Stunde gesendet. Nehmen Sie die neueste; ihr Code gilt zwei Stunden.",
  "unblock.right": "Der Code ist richtig. Geben Sie nun Ihr Passwort ein.",

  // A password is chosen
  "newPassword.titleFirst": "Passwort wählen",
  "newPassword.title": "Neues Passwort wählen",
  "newPassword.required": "Ihr Passwort muss geändert werden, bevor Sie fortfahren können.",
  "newPassword.loginName": "Anmeldename",
  "newPassword.label": "Neues Passwort",
  "newPassword.labelFirst": "Passwort",
  "newPassword.rule": "Mindestens {count} Zeichen.",
  "newPassword.endsSessions": "Sie werden überall sonst abgemeldet.",
  "newPassword.submit": "Passwort festlegen",
  "newPassword.tooShort": "Verwenden Sie mindestens {count} Zeichen.",
  "newPassword.tooLong": "Verwenden Sie höchstens {count} Zeichen.",
  "newPassword.common": "Dieses Passwort ist leicht zu erraten. Wählen Sie ein längeres oder weniger gebräuchliches.",
  "newPassword.likeName": "Das Passwort ähnelt Ihrem Namen oder Ihrer Adresse zu sehr. Wählen Sie ein anderes.",
  "newPassword.same": "Das ist Ihr jetziges Passwort. Wählen Sie ein anderes.",
  "newPassword.doneTitle": "Ihr Passwort ist festgelegt",
  "newPassword.done":
    "Gehen Sie zu der Anwendung, die Sie verwenden möchten, und melden Sie sich mit diesem Passwort an.",

  // Recovery
  "forgot.title": "Passwort zurücksetzen",
  "forgot.intro": "Sagen Sie uns, wer Sie sind, dann senden wir einen Link an Ihre E-Mail-Adresse.",
  "forgot.submit": "Link senden",
  "forgot.sentTitle": "Sehen Sie in Ihren E-Mails nach",
  "forgot.sent":
    "Wenn es zu {loginName} ein Konto mit einer E-Mail-Adresse gibt, ist eine E-Mail mit einem Link dorthin unterwegs. Der Link funktioniert einmal, innerhalb einer Stunde.",
  "forgot.none":
    "Keine E-Mail? Sehen Sie im Spam-Ordner nach oder wenden Sie sich an die Personen, die Ihr Konto verwalten.",
  "forgot.backToSignIn": "Zurück zur Anmeldung",

  // A second factor
  "factor.title": "Noch ein Schritt",
  "factor.totpIntro": "Geben Sie den Code aus Ihrer Authenticator-App ein.",
  "factor.emailIntro": "Wir können einen Code an {email} senden.",
  "factor.emailSend": "Code senden",
  "factor.emailSent": "Wir haben einen Code an {email} gesendet. Er funktioniert zehn Minuten lang.",
  "factor.emailAgain": "Neuen Code senden",
  "factor.recoveryIntro": "Geben Sie einen Ihrer aufbewahrten Wiederherstellungscodes ein. Jeder funktioniert einmal.",
  "factor.recoveryCode": "Wiederherstellungscode",
  "factor.passkeyIntro": "Verwenden Sie Ihren Passkey oder Sicherheitsschlüssel.",
  "factor.wrong":
    "Dieser Code stimmt nicht oder wurde schon verwendet. Warten Sie auf den nächsten und versuchen Sie es noch einmal.",
  "factor.tooManyMails":
    "Wir haben in letzter Zeit viele E-Mails gesendet. Warten Sie eine Weile oder wählen Sie einen anderen Weg.",
  "factor.needsScript":
    "Passkeys brauchen JavaScript, das in diesem Browser ausgeschaltet ist. Wählen Sie einen anderen Weg.",
  "factor.usePasskey": "Passkey verwenden",
  "factor.useTotp": "Authenticator-App verwenden",
  "factor.useEmailCode": "Code per E-Mail erhalten",
  "factor.useRecoveryCode": "Wiederherstellungscode verwenden",
  "enrol.title": "Zweiten Faktor hinzufügen",
  "enrol.intro": "Ihre Organisation verlangt einen. Wählen Sie, was Ihnen passt.",
  "enrol.passkey": "Passkey",
  "enrol.passkeyDetail": "Fingerabdruck, Gesicht oder Bildschirmsperre eines Geräts, oder ein Sicherheitsschlüssel",
  "enrol.totp": "Authenticator-App",
  "enrol.totpDetail": "Eine App auf Ihrem Telefon zeigt einen Code",
  "enrol.emailCode": "Code per E-Mail",
  "enrol.emailCodeDetail": "Wir senden bei jeder Anmeldung einen Code",
  "enrol.other": "Etwas anderes wählen",
  "enrol.totpScan": "Scannen Sie dies mit Ihrer Authenticator-App und geben Sie dann den Code ein, den sie zeigt.",
  "enrol.totpPicture": "QR-Code für die Authenticator-App",
  "enrol.totpManual": "Scannen geht nicht? Geben Sie diesen Schlüssel in die App ein",
  "passkey.signIn": "Mit Passkey anmelden",
  "passkey.add": "Passkey hinzufügen",
  "passkey.addIntro":
    "Ihr Gerät fragt nach Fingerabdruck, Gesicht oder Bildschirmsperre, oder Sie berühren einen Sicherheitsschlüssel.",
  "passkey.failed":
    "Das hat nicht funktioniert oder zu lange gedauert. Versuchen Sie es noch einmal oder wählen Sie einen anderen Weg.",
  "passkey.unsupported": "Dieser Browser kann keine Passkeys verwenden. Wählen Sie einen anderen Weg.",
  "passkey.known":
    "Auf diesem Gerät gibt es schon einen Passkey für Sie. Verwenden Sie ein anderes Gerät oder einen anderen Sicherheitsschlüssel.",
  "passkey.wrong":
    "Dieser Passkey kann hier nicht verwendet werden. Versuchen Sie es noch einmal oder wählen Sie einen anderen Weg.",
  "passkey.notAdded":
    "Der Passkey wurde nicht hinzugefügt. Versuchen Sie es noch einmal oder wählen Sie einen anderen Weg.",
  "passkey.tooMany": "Sie haben {count} Passkeys, mehr sind nicht möglich. Entfernen Sie zuerst einen.",
  "passkey.name": "Passkey vom {date}",
  "offer.title": "Nächstes Mal schneller anmelden?",
  "offer.intro":
    "Mit einem Passkey genügt Ihr Fingerabdruck, Ihr Gesicht oder die Bildschirmsperre Ihres Geräts. Sie müssen kein Passwort eingeben.",
  "offer.later": "Nicht jetzt",
  "recovery.title": "Bewahren Sie diese Wiederherstellungscodes auf",
  "recovery.intro":
    "Wenn Sie Ihr Gerät verlieren, können Sie sich mit einem davon anmelden. Jeder funktioniert einmal, und sie werden nur jetzt angezeigt.",
  "recovery.fileTitle": "Wiederherstellungscodes für {place}",
  "recovery.download": "Herunterladen",
  "recovery.saved": "Ich habe sie aufbewahrt",

  // Links in mails
  "link.confirmTitle": "E-Mail-Adresse bestätigen",
  "link.confirm": "Gehört {email} zu {loginName}?",
  "link.confirmSubmit": "Adresse bestätigen",
  "link.confirmedTitle": "Ihre E-Mail-Adresse ist bestätigt",
  "link.confirmed":
    "Sie können dieses Fenster schließen oder zu der Anwendung gehen, die Sie verwenden möchten, und sich anmelden.",
  "link.overTitle": "Dieser Link funktioniert nicht mehr",
  "link.over":
    "Er wurde schon verwendet, er ist zu alt, oder seit dem Versand hat sich etwas geändert. Jetzt wurde nichts geändert.",
  "link.overAdvice": "Wenn Sie mehrere E-Mails erhalten haben, öffnen Sie die neueste. Fordern Sie sonst eine neue an.",

  // My account
  "account.title": "Mein Konto",
  "account.navigation": "Mein Konto",
  "account.overview": "Übersicht",
  "account.signedInAs": "Angemeldet als {loginName}",
  "account.switch": "Anderes Konto verwenden",
  "account.save": "Speichern",
  "account.saved": "Ihre Änderungen sind gespeichert.",
  "account.change": "Ändern",
  "account.none": "Keine",
  "account.formOver":
    "Diese Seite war zu lange geöffnet, oder inzwischen hat sich etwas geändert. Es ist nichts geschehen.",
  "account.formOverAdvice": "Gehen Sie zurück zu Ihrem Konto und versuchen Sie es noch einmal.",
  "account.back": "Zurück zu Ihrem Konto",

  // My account: who I am
  "profile.title": "Profil",
  "profile.givenName": "Vorname",
  "profile.familyName": "Nachname",
  "profile.displayName": "Anzeigename",
  "profile.displayNameHint": "Was andere sehen.",
  "profile.nickname": "Spitzname",
  "profile.picture": "Bild",
  "profile.pictureHint": "Eine Adresse, die mit https:// beginnt",
  "profile.pictureInvalid": "Geben Sie eine Adresse ein, die mit https:// beginnt.",
  "profile.language": "Sprache",
  "profile.languageNone": "Keine Vorliebe",
  "profile.textInvalid": "Verwenden Sie höchstens 200 Zeichen, ohne Zeilenumbruch.",
  "profile.displayNameMissing": "Geben Sie mindestens ein Zeichen ein.",
  "email.title": "E-Mail",
  "email.none": "Sie haben noch keine E-Mail-Adresse.",
  "email.verified": "Bestätigt",
  "email.unverified": "Nicht bestätigt",
  "email.intro":
    "Wir senden einen Code an die neue Adresse. Sie gehört zu Ihrem Konto, sobald Sie den Code hier eingeben.",
  "email.new": "Neue Adresse",
  "email.same": "Das ist Ihre jetzige Adresse.",
  "email.taken": "Ein anderes Konto meldet sich hier mit dieser Adresse an.",
  "email.codeTitle": "Neue Adresse bestätigen",
  "email.codeIntro":
    "Wenn die E-Mail an {email} angekommen ist, geben Sie den Code daraus ein. Er funktioniert zehn Minuten lang.",
  "email.changed": "Ihre E-Mail-Adresse ist geändert.",
  "phone.title": "Telefon",
  "phone.hint":
    "Mit Ländervorwahl, zum Beispiel +41 44 123 45 67. Lassen Sie das Feld leer, wenn Sie keine Nummer angeben möchten.",

  // My account: security
  "security.title": "Passwort und zweite Faktoren",
  "security.password": "Passwort",
  "security.passwordSince": "Geändert: {time}",
  "security.passwordNone": "Sie haben keines.",
  "security.passwordSet": "Ihr Passwort ist geändert. Sie sind überall sonst abgemeldet.",
  "security.factors": "Zweite Faktoren",
  "security.factorsOff": "Ihre Organisation verwendet keine zweiten Faktoren.",
  "security.factorsNone": "Sie haben keinen. Mit einem zweiten Faktor reicht ein Passwort allein nicht zum Anmelden.",
  "security.factorsRequired": "Ihre Organisation verlangt einen.",
  "security.totp": "Authenticator-App",
  "security.emailCode": "Code per E-Mail",
  "security.passkey": "Passkey",
  "security.recoveryCodes": "Wiederherstellungscodes",
  "security.added": "Hinzugefügt: {time}",
  "security.used": "Zuletzt verwendet: {time}",
  "security.notUsed": "Noch nicht verwendet",
  "security.notAllowed": "Ihre Organisation akzeptiert diesen Faktor nicht mehr.",
  "security.totpAdd": "Authenticator-App einrichten",
  "security.totpReplace": "Ersetzen",
  "security.totpReplaceIntro": "Die App, die Sie jetzt verwenden, funktioniert dann für dieses Konto nicht mehr.",
  "security.emailCodeAdd": "Codes per E-Mail erhalten",
  "security.emailCodeNeedsEmail": "Codes per E-Mail brauchen eine bestätigte E-Mail-Adresse.",
  "security.passkeyAdd": "Passkey hinzufügen",
  "security.passkeyName": "Name",
  "security.rename": "Umbenennen",
  "security.remove": "Entfernen",
  "security.removeNamed": "{name} entfernen",
  "security.removed": "Der zweite Faktor ist entfernt. Sie sind überall sonst abgemeldet.",
  "security.renamed": "Der neue Name ist gespeichert.",
  "security.factorAdded": "Ihr zweiter Faktor ist eingerichtet.",
  "security.removeRefused":
    "Ihre Organisation verlangt einen zweiten Faktor, und dies ist Ihr letzter. Richten Sie zuerst einen anderen ein.",
  "security.recoveryLeft": "Verbleibende Codes: {count}",
  "security.recoveryNone": "Sie haben keine. Damit können Sie sich anmelden, wenn Sie Ihr Gerät verloren haben.",
  "security.recoveryMake": "Neue Wiederherstellungscodes erstellen",
  "security.recoveryMakeHint": "Ihre jetzigen Codes funktionieren dann nicht mehr.",
  "security.recoveryNeedsFactor": "Wiederherstellungscodes gibt es zusammen mit einem zweiten Faktor.",

  // My account: where I am signed in
  "sessions.title": "Wo Sie angemeldet sind",
  "sessions.browsers": "Browser",
  "sessions.applications": "Anwendungen",
  "sessions.applicationsIntro": "Sie dürfen für Sie handeln, auch wenn Sie nicht da sind.",
  "sessions.noApplications": "Keine Anwendung darf für Sie handeln, wenn Sie nicht da sind.",
  "sessions.this": "Dieser Browser",
  "sessions.lastUsed": "Zuletzt verwendet: {time}",
  "sessions.since": "Seit {time}",
  "sessions.end": "Abmelden",
  "sessions.endNamed": "Abmelden: {name}",
  "sessions.endApplication": "Zugriff beenden",
  "sessions.endApplicationNamed": "Zugriff von {name} beenden",
  "sessions.ended": "Die Sitzung ist beendet.",
  "sessions.allowed": "Anwendungen mit Ihrer Erlaubnis",
  "sessions.allowedIntro":
    "Was Sie erlaubt haben, gilt, bis Sie es zurücknehmen. Damit werden Sie dort auch abgemeldet.",
  "sessions.noAllowed": "Keine Anwendung hat Ihre Erlaubnis.",
  "sessions.takeBack": "Zurücknehmen",
  "sessions.takeBackNamed": "Erlaubnis für {name} zurücknehmen",
  "sessions.allowedSince": "von {organization} ({domain}), seit {time}",
  "sessions.takenBack": "Die Erlaubnis ist zurückgenommen.",
  "sessions.everywhere": "Überall abmelden",
  "sessions.everywhereHint": "In jedem Browser und jeder Anwendung, auch hier.",
  "browser.on": "{browser} auf {system}",
  "browser.unknown": "Unbekannter Browser",

  // My account: what has happened
  "activity.title": "Letzte Aktivitäten",
  "activity.intro":
    "Die neuesten 50 Ereignisse zur Sicherheit Ihres Kontos. Wenn Sie etwas nicht wiedererkennen, ändern Sie Ihr Passwort.",
  "activity.none": "Noch nichts.",
  "activity.byManager": "durch eine Person, die Ihr Konto verwaltet",
  "activity.signedIn": "Angemeldet",
  "activity.signInFailed": "Fehlgeschlagene Anmeldeversuche: {count}",
  "activity.signedOut": "In einem Browser abgemeldet",
  "activity.signedOutEverywhere": "Überall abgemeldet",
  "activity.applicationEnded": "Zugriff einer Anwendung beendet",
  "activity.passwordChanged": "Passwort geändert",
  "activity.passwordReset": "Passwort über einen Link aus einer E-Mail zurückgesetzt",
  "activity.passwordResetRequested": "E-Mail zum Zurücksetzen des Passworts angefordert",
  "activity.unblockRequested": "Code zum Anmelden ohne Wartezeit angefordert",
  "activity.factorAdded": "Zweiter Faktor hinzugefügt: {factor}",
  "activity.factorRemoved": "Zweiter Faktor entfernt: {factor}",
  "activity.factorCode": "Code per E-Mail gesendet",
  "activity.recoveryUsed": "Wiederherstellungscode verwendet",
  "activity.copySuspected": "Ein Passkey wurde vielleicht kopiert",
  "activity.emailChanged": "E-Mail-Adresse geändert",
  "activity.emailChangeRequested": "Änderung der E-Mail-Adresse angefordert",
  "activity.emailVerified": "E-Mail-Adresse bestätigt",
  "activity.profileChanged": "Profil geändert",
  "activity.locked": "Konto gesperrt",
  "activity.unlocked": "Konto entsperrt",
  "activity.deactivated": "Konto deaktiviert",
  "activity.activated": "Konto aktiviert",
  "activity.consentGiven": "Einer Anwendung wurde etwas erlaubt",
  "activity.consentTakenBack": "Die Erlaubnis einer Anwendung wurde zurückgenommen",

  // My account: data and deletion
  "data.title": "Ihre Daten",
  "data.intro":
    "Alles, was wir über Sie speichern, als Datei, die Programme lesen können. Passwörter, Schlüssel und Codes sind nicht darin.",
  "data.download": "Herunterladen",
  "delete.title": "Konto löschen",
  "delete.intro":
    "Ihr Profil, Ihre zweiten Faktoren und Ihr Zugang zu Anwendungen werden endgültig gelöscht. Niemand kann sie zurückholen.",
  "delete.off": "Konten Ihrer Organisation löschen die Personen, die sie verwalten. Wenden Sie sich an diese Personen.",
  "delete.confirm": "Geben Sie zur Bestätigung {loginName} ein",
  "delete.mismatch": "Das ist nicht der Anmeldename dieses Kontos.",
  "delete.lastOwner":
    "Sie sind die letzte Person, die diese Instanz verwalten kann. Geben Sie zuerst jemand anderem die Rolle IAM_OWNER.",
  "delete.submit": "Konto löschen",
  "delete.doneTitle": "Ihr Konto ist gelöscht",
  "delete.done": "Sie können dieses Fenster schließen.",

  // Sign out
  "signOut.title": "Abmelden?",
  "signOut.who": "Sie sind als {loginName} angemeldet.",
  "signOut.submit": "Abmelden",
  "signOut.stay": "Angemeldet bleiben",
  "signOut.doneTitle": "Sie sind abgemeldet",
  "signOut.done": "Sie können dieses Fenster schließen.",

  // The address somebody types first
  "root.title": "Signet läuft",
  "root.text": "Dies ist ein Identitätsanbieter. Anwendungen schicken Menschen zum Anmelden hierher.",
  "root.console": "Konsole, für die Verwaltung",

  // When it cannot go on
  "error.expiredTitle": "Diese Seite kann nicht mehr verwendet werden",
  "error.expired":
    "Es hat zu lange gedauert, oder sie wurde in einem anderen Browser geöffnet. Es wurde nichts weitergegeben.",
  "error.expiredAdvice": "Gehen Sie zurück zur Anwendung und beginnen Sie von vorn.",
  "error.cannotTitle": "Wir können nicht fortfahren",
  "error.cannotAdvice":
    "Gehen Sie zurück zur Anwendung und versuchen Sie es noch einmal. Wenn es wieder geschieht, informieren Sie die Betreiber der Anwendung.",
  "error.noAccessTitle": "Sie haben keinen Zugang zu dieser Anwendung",
  "error.noAccess": "Sie sind als {loginName} angemeldet, und {application} ist für dieses Konto nicht freigegeben.",
  "error.noAccessAdvice": "Wenn Sie Zugang brauchen, wenden Sie sich an die Personen, die {application} verwalten.",
  "error.backTo": "Zurück zu {application}",
  "error.unknownApplication":
    "Die Anwendung, die Sie hierher geleitet hat, ist nicht bekannt oder nicht aktiv. Deshalb haben wir hier angehalten.",
  "error.unknownAddress":
    "{application} wollte Sie an eine Adresse zurückleiten, die für diese Anwendung nicht registriert ist. Deshalb haben wir hier angehalten. Es wurde nichts weitergegeben.",
  "error.noAddress":
    "{application} hat nicht angegeben, wohin wir Sie zurückleiten sollen. Deshalb haben wir hier angehalten. Es wurde nichts weitergegeben.",
  "error.unreadable": "Die Anfrage konnte nicht gelesen werden. Deshalb haben wir hier angehalten.",
  "error.notFoundTitle": "Hier ist nichts",
  "error.notFound": "Prüfen Sie die Adresse oder gehen Sie dorthin zurück, woher Sie gekommen sind.",
  "error.busyTitle": "Das dauert gerade zu lange",
  "error.busy": "Warten Sie einen Moment und versuchen Sie es dann noch einmal.",
  "error.brokenTitle": "Bei uns ist etwas schiefgegangen",
  "error.broken":
    "Versuchen Sie es noch einmal. Wenn es wieder geschieht, informieren Sie die Betreiber dieses Dienstes.",
  "error.badRequestTitle": "Die Anfrage konnte nicht gelesen werden",
  "error.badRequest": "Gehen Sie zurück und versuchen Sie es noch einmal.",
  "preview.elsewhere": "Diese Vorschau wird nur innerhalb der Konsole angezeigt.",
  "preview.invalid": "Diese Einstellungen können nicht angezeigt werden",
  "return.title": "Zurück zur Anwendung",

  // Mails
  "mail.greeting": "Guten Tag {name},",
  "mail.greetingPlain": "Guten Tag,",
  "mail.buttonFails": "Wenn die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse:",
  "mail.worksOnce": "Der Link funktioniert einmal, innerhalb von {time}.",
  "mail.invitation.subject": "Ihr Konto bei {place}",
  "mail.invitation.text":
    "Sie haben ein Konto bei {place} erhalten. Ihr Anmeldename ist {loginName}. Wählen Sie ein Passwort, um zu beginnen.",
  "mail.invitation.action": "Passwort wählen",
  "mail.invitation.ignore":
    "Wenn Sie diese E-Mail nicht erwartet haben, ignorieren Sie sie. Ohne den Link kann das Konto nicht verwendet werden.",
  "mail.reset.subject": "Passwort zurücksetzen",
  "mail.reset.text":
    "Sie erhalten diese E-Mail, weil jemand ein neues Passwort für {loginName} angefordert hat. Wenn Sie das möchten, wählen Sie eines.",
  "mail.reset.action": "Neues Passwort wählen",
  "mail.reset.ends": "Mit dem neuen Passwort werden Sie überall abgemeldet.",
  "mail.reset.ignore": "Wenn Sie kein neues Passwort möchten, ignorieren Sie diese E-Mail. Ihres bleibt, wie es ist.",
  "mail.verify.subject": "E-Mail-Adresse bestätigen",
  "mail.verify.text":
    "Sie erhalten diese E-Mail, damit Sie bestätigen können, dass diese Adresse zu {loginName} gehört.",
  "mail.verify.action": "Adresse bestätigen",
  "mail.verify.ignore": "Wenn Sie kein solches Konto haben, ignorieren Sie diese E-Mail.",
  "mail.registration.subject": "{code} ist Ihr Code",
  "mail.registration.text":
    "Sie erhalten diese E-Mail, weil jemand, vermutlich Sie, mit dieser Adresse ein Konto bei {place} erstellen möchte. Geben Sie diesen Code ein, um fortzufahren:",
  "mail.registration.orLink": "Oder öffnen Sie den Link, auch auf einem anderen Gerät.",
  "mail.registration.action": "Konto erstellen",
  "mail.registration.ignore":
    "Wenn Sie es nicht waren, ignorieren Sie diese E-Mail. Ohne den Code entsteht kein Konto.",
  "mail.exists.subject": "Sie haben bereits ein Konto",
  "mail.exists.text":
    "Sie erhalten diese E-Mail, weil jemand, vermutlich Sie, mit dieser Adresse ein Konto bei {place} erstellen wollte. Sie haben bereits eines: {loginName}. Melden Sie sich damit an, oder wählen Sie ein neues Passwort, wenn Sie Ihres vergessen haben.",
  "mail.exists.ignore": "Wenn Sie es nicht waren, ignorieren Sie diese E-Mail. Es wurde nichts geändert.",
  "mail.secondFactor.subject": "{code} ist Ihr Code",
  "mail.secondFactor.text": "Sie schließen die Anmeldung als {loginName} ab, indem Sie diesen Code eingeben:",
  "mail.secondFactor.life": "Er funktioniert zehn Minuten lang.",
  "mail.secondFactor.ignore": "Wenn Sie sich gerade nicht anmelden, kennt jemand Ihr Passwort. Ändern Sie es.",
  "mail.emailChange.subject": "{code} ist Ihr Code",
  "mail.emailChange.text":
    "Sie machen diese Adresse zur E-Mail-Adresse von {loginName}, indem Sie diesen Code eingeben:",
  "mail.emailChange.ignore":
    "Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail. Ohne den Code ändert sich nichts.",
  "mail.unblock.subject": "{code}: damit melden Sie sich ohne Wartezeit an",
  "mail.unblock.text":
    "Für {loginName} wurden falsche Passwörter versucht, deshalb müssen andere warten. Wenn Sie sich gerade anmelden, geben Sie diesen Code ein und danach Ihr Passwort:",
  "mail.unblock.life": "Er gilt zwei Stunden oder bis ein neuerer gesendet wird.",
  "mail.unblock.ignore":
    "Wenn Sie sich gerade nicht anmelden, müssen Sie nichts tun: Ohne Ihr Passwort öffnet der Code nichts.",
  "mail.signInNew.subject": "Neue Anmeldung bei Ihrem Konto",
  "mail.signInNew.text":
    "{loginName} wurde in einem Browser angemeldet, der bisher nicht verwendet wurde: {browser}, {time}.",
  "mail.passwordChanged.subject": "Ihr Passwort wurde geändert",
  "mail.passwordChanged.text": "Sie erhalten diese E-Mail, weil das Passwort von {loginName} geändert wurde: {time}.",
  "mail.factorAdded.subject": "Ein zweiter Faktor wurde zu Ihrem Konto hinzugefügt",
  "mail.factorAdded.text": "{loginName} hat einen neuen zweiten Faktor: {factor}, {time}.",
  "mail.factorRemoved.subject": "Ein zweiter Faktor wurde aus Ihrem Konto entfernt",
  "mail.factorRemoved.text": "{loginName} hat einen zweiten Faktor weniger: {factor}, {time}.",
  "mail.factorRemoved.textAll": "{loginName} hat keine zweiten Faktoren mehr: {time}.",
  "mail.emailChanged.subject": "Die E-Mail-Adresse Ihres Kontos wurde geändert",
  "mail.emailChanged.text":
    "{loginName} hat jetzt eine andere E-Mail-Adresse: {time}. E-Mails zum Konto kommen nicht mehr hierher.",
  "mail.emailChanged.notYou": "Wenn Sie es nicht waren, informieren Sie sofort die Personen, die Ihr Konto verwalten.",
  "mail.recoveryUsed.subject": "Einer Ihrer Wiederherstellungscodes wurde verwendet",
  "mail.recoveryUsed.text":
    "Sie erhalten diese E-Mail, weil ein Wiederherstellungscode von {loginName} zum Anmelden verwendet wurde: {time}. Verbleibende Codes: {left}.",
  "mail.notice.action": "Konto ansehen",
  "mail.notice.you": "Wenn Sie es waren, gibt es nichts zu tun.",
  "mail.notice.notYou": "Wenn Sie es nicht waren, ändern Sie jetzt Ihr Passwort und melden Sie sich überall ab.",
  "mail.test.subject": "Test-E-Mail von {place}",
  "mail.test.text":
    "Sie erhalten diese E-Mail als Test. Sie ist angekommen, also kann {place} E-Mails senden. Es gibt nichts zu tun.",
};

export default de;
