// The German catalog: the texts of live.en.ts.

export const title = "Zusammen spielen";
export const language = "Sprache";
export const home = "Startseite";

export const withFriends = "Mit anderen spielen";
export const openTable = "Einen Tisch öffnen";
export const withCode = "Ich habe einen Code";
export const tableOf = (name: string) => `Tisch von ${name}`;
export const waitingFor = (name: string) => `Gleich geht es los: ${name} startet das Spiel.`;
export const shareLink = "Link teilen";
export const orCode = "oder der Code";
export const empty = "frei";
export const startWith = (computers: number) => (computers ? `Mit ${computers === 1 ? "einem Computer" : `${computers} Computern`} starten` : "Starten");
export const office = "Spiel, Regeln und Raum";
export const backToFriends = "Zurück zum Tisch";
export const againAsk = "Noch einmal?";
export const againBy = (names: string[], missing: string[] = []) => `Noch einmal: ${names.join(", ")}.${missing.length ? ` Wir warten auf ${missing.join(", ")}.` : ""}`;
export const againToo = "nochmal";
export const face = "Such dir ein Gesicht aus";
export const yourTurn = "Du bist dran";
export const name = "Dein Name";
export const code = "Code";
export const codeHint = "Die sechs Buchstaben bekommst du von der Spielleitung.";
export const invited = "Du bist eingeladen.";
export const invitedBy = (name: string) => `${name} lädt dich zu einer Partie Phase 10 ein.`;
export const whichName = "Welchen Namen sollen die anderen sehen?";
export const joinWithCode = "Mit einem Code mitspielen";
export const join = "Mitspielen";
export const sending = "Einen Moment …";
export const back = "Du warst schon einmal hier";
export const goOn = (name: string) => `Als ${name} weiterspielen`;
export const friends = "Kein Code?";
export const open = "Einen Tisch für Freunde öffnen";
export const openHint = "Du hast die Spielleitung; die anderen kommen mit deinem Link oder Code dazu.";
export const teacher = "Ich bin die Lehrkraft";
export const recovery = "Rückkehrcode";
export const recoveryHint = "Vier Gruppen aus fünf Buchstaben; die Seite des Raums hat sie dir gezeigt.";
export const recover = "Zurück in meinen Raum";
export const noName = "Gib einen Namen ein.";
export const longName = "Ein Name hat höchstens 20 Zeichen.";
export const wrongCode = "Ein Code hat sechs Buchstaben.";
export const noAnswer = "Der Server antwortet nicht. Versuche es gleich noch einmal.";
export const noWall = "Öffne die Wandansicht von der Seite des Raums aus.";

export const connecting = "Verbinde …";
export const lost = "Keine Verbindung. Neuer Versuch …";
export const found = "Wieder verbunden.";
export const outdated = "Diese Seite hat sich geändert.";
export const reload = "Seite neu laden";
export const goOnHere = "Hier weitermachen";
export const ended = "Dieser Raum ist geschlossen.";

export const room = "Raum";
export const greeting = (name: string) => `Hallo, ${name}`;
export const hostStarts = "Die Spielleitung startet das Spiel.";
export const chooseSeat = "Such dir einen Platz aus. Die Spielleitung startet das Spiel.";
export const youHost = "Lade die anderen ein, dann geht es los.";
export const seatOf = (table: number, seat: number) => `an Tisch ${table}, Platz ${seat}`;
export const you = "du";
export const sit = "Hier sitzen";
export const stand = "Platz verlassen";
export const unwatch = "Nicht mehr zuschauen";
export const watch = "Zuschauen";
export const toTable = "Zum Tisch";
export const takeOver = "Übernehmen";
export const presences = { away: "kurz weg", "stand-in": "ein Computer spielt", computer: "Computer", free: "frei" };
export const phase = (n: number) => `Phase ${n}`;
export const toAct = "ist dran";

export const hand = "Melden";
export const handDown = "Nicht mehr melden";
export const handIsUp = "Du meldest dich.";
export const handIsDown = "Du meldest dich nicht mehr.";
export const hands = "Wer sich meldet";
export const handOf = (name: string) => `${name} meldet sich`;
export const handsUp = (names: string[]) => `Es melden sich: ${names.join(", ")}`;
export const handDone = "Erledigt";

export const people = (n: number) => (n === 1 ? "Eine Person ist da" : `${n} Personen sind da`);
export const host = "Spielleitung";
export const notHere = "nicht da";
export const atTable = (n: number) => `Tisch ${n}`;
export const remove = "Entfernen";
export const removeReally = (name: string) => `${name} entfernen? Ein Computer übernimmt den Platz, und der Raum ist zu, bis du ihn wieder öffnest.`;
export const removeLater = (n: number) => (n === 1 ? "Auch die Person entfernen, die danach kam" : `Auch die ${n} entfernen, die danach kamen`);
export const cancel = "Abbrechen";

export const move = "Umsetzen";
export const moveWho = (name: string) => `Wo ${name} sitzt`;
export const moveTo = "Tisch";
export const noTable = "kein Tisch";
export const seat = "Platz";
export const anySeat = "irgendein freier Platz";
export const moveGo = "Dorthin setzen";
export const isReally = (name: string) => `${name} ist noch einmal dazugekommen und ist eigentlich`;
export const nobody = "niemand sonst";
export const reseat = "Diesen Platz zurückgeben";

export const invite = "Lade die anderen ein";
export const inviteHow = "Bild scannen, Link öffnen oder Code eingeben:";
export const link = "Einladungslink";
export const copy = "Link kopieren";
export const copied = "Der Link ist kopiert.";
export const copyThis = "Kopiere den Link aus dem Feld.";
export const lockedNow = "Der Raum ist zu: Niemand kann mehr dazukommen.";

export const settings = "Spiel und Regeln";
export const edition = "Spiel";
export const preset = "Regeln";
export const seats = "Plätze";
export const level = "Computergegner";
export const levelOf = (n: number) => `Stufe ${n}`;

export const manage = "Einstellungen";
export const tables = "Anzahl der Tische";
export const fewer = "Ein Tisch weniger";
export const more = "Noch ein Tisch";
export const start = "Los geht’s";
export const startAll = "Alle Tische starten";
export const again = "Noch ein Spiel starten";
export const lock = "Raum schließen";
export const unlock = "Raum wieder öffnen";
export const pause = "Alle Tische anhalten";
export const goOnAll = "Alle Tische weiterspielen lassen";
export const wall = "Wandansicht öffnen";
export const cards = "Karten";
export const ownCards = "jeder Tisch hat eigene";
export const sameCards = "an allen Tischen dieselben";
export const sameHint = "Das Glück ist gleich, das Spiel nicht. Alle Tische starten zusammen, und wer zuschaut, sieht keine Karten, bis alle fertig sind.";
export const houseRules = "Hausregeln";
export const samePlan = "Alle Tische haben dieses Spiel.";
export const clock = "Zeit für einen Zug";
export const clockOf = (n: number) => (n ? `${n} Sekunden` : "unbegrenzt");
export const pace = "Computer spielen";
export const paces = ["schnell", "normal schnell", "langsam"];
export const wallNames = "Namen auf der Wand";
export const wallNobody = "keine";
export const wallEverybody = "sichtbar";
export const devices = "Ein anderes Gerät";
export const recoveryHow = "Mit einem Rückkehrcode oder einem Link leitest du den Raum auch auf einem anderen Gerät, oder du kommst zurück, wenn dieser Browser den Raum verliert.";
export const recoveryShow = "Code und Link zeigen";
export const recoveryNew = "Neue erzeugen";
export const recoveryNote = "Schreib den Code auf. Er wird nicht noch einmal gezeigt und gilt so lange wie dieser Raum.";
export const hostLink = "Ein Link für ein weiteres Gerät; er gilt einmal";
export const alone = "Meine anderen Geräte abmelden";
export const aloneReally = "Diesen Raum auf allen deinen anderen Geräten abmelden?";
export const aloneConfirm = "Abmelden";
export const teach = "Die Klasse fragen";
export const noPart = "Dieser Teil der Seite ließ sich nicht laden.";
export const end = "Beenden und vergessen";
export const endReally = "Alle Spiele hier beenden und alles löschen?";
export const endConfirm = "Beenden und löschen";

export const standIn = (names: string[]) => (names.length === 1 ? `Für ${names[0]} spielt ein Computer.` : `Für ${names.join(" und ")} spielen Computer.`);
export const away = (names: string[]) => `${names.join(" und ")} ${names.length === 1 ? "ist" : "sind"} kurz weg.`;
export const returned = (names: string[]) => `${names.join(" und ")} ${names.length === 1 ? "ist" : "sind"} wieder da.`;
export const left = (time: string) => `Noch ${time}`;
export const yourTime = (time: string) => `Deine Zeit: ${time}`;
export const soon = "Noch zehn Sekunden.";
export const replaced = "Für dich spielt ein Computer.";
export const playAgain = "Selbst weiterspielen";
export const covered = "Alle Tische spielen diese Karten: Du siehst Phasen und Zahlen, bis alle fertig sind.";
export const othersPlay = "Andere Tische spielen noch mit diesen Karten.";
export const hostAgain = "Die Spielleitung kann noch ein Spiel starten.";

export const wallTitle = "Alle Tische";

export const atTheTable = {
  leave: "Tisch verlassen",
  leaveWarning: "Dieses Spiel verlassen? Dein Platz bleibt für dich oder Nachzügler frei; ein Computer spielt für ihn.",
  leaveConfirm: "Dieses Spiel verlassen",
  lost: "Die Verbindung ist weg.",
};
