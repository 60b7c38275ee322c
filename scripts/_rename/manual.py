"""What no resolver finds: replacements of text, applied after everything else, wherever the old text stands."""
from __future__ import annotations
import re
from pathlib import Path

EXTRA_LINES = []
"""Lines as of renames.txt that aren't in it: (number, kind, old, new)."""

PATCHES = [
    ("src/bornes/i18n/*.py", "{draw_pile}", "{draw_pile_size}"),
    ("src/bornes/i18n/*/*.po", "{draw_pile}", "{draw_pile_size}"),
    ("src/bornes/tables/table.py", 'for name in ("seat", "to", "other"):', 'for name in ("seat", "target_seat", "other_seat"):'),
    ("src/bornes/tables/event_text.py", 'getattr(told, "other", None)', 'getattr(told, "other_seat", None)'),
    ("src/bornes/tables/event_text.py", "Nobody can say “{phrase}” here", "Nobody can say “{reaction}” here"),
    ("src/bornes/i18n/*/*.po", "Nobody can say “{phrase}” here", "Nobody can say “{reaction}” here"),
    ("src/bornes/tables/live_table.py", '{"phrase": phrase}', '{"reaction": phrase}'),
    ("src/bornes/terminal/plain/*.py", 'values = {"here": connected', 'values = {"connected": connected'),
    ("src/bornes/server/service.py", "here=text is CONNECTED_TEXT", "connected=text is CONNECTED_TEXT"),
    ("src/bornes/client/notices.py", 'signal.values.get("here")', 'signal.values.get("connected")'),
    ("src/bornes/client/replica.py", '("other", self.rules.players)', '("other_seat", self.rules.players)'),
    ("src/bornes/client/replica.py", "self._change(opened_by=", "self._change(host="),
    ("src/bornes/client/replica.py", "seeds=seeds, opened_by=", "seeds=seeds, host="),
    ("src/bornes/client/replica.py", "self._change(opener=", "self._change(acting_host="),
    ("src/bornes/review/stored_text.py", '{**decision, "driven": True', '{**decision, "autopilot": True'),
    ("src/bornes/i18n/names.py", 'SEATS = ("seat", "first", "turn", "other")', 'SEATS = ("seat", "first", "turn", "other_seat")'),
    ("src/bornes/cli/online.py", '"house": house, "name"', '"house_rules": house, "name"'),
    ("tests/game/test_printing.py", ", why turn)", ", cause turn)"),
    ("tests/game/test_events_from_outside.py", '({"draw_pile": 88}', '({"draw_pile_size": 88}'),
    ("tests/game/test_events_from_outside.py", '({"draw_pile": 7}', '({"draw_pile_size": 7}'),
    ("tests/game/test_events_from_outside.py", "draw_pile 89\\) cannot follow", "draw_pile_size 89\\) cannot follow"),
    # what a viewer was sent is counted in a seat or, for spectators, in the table
    ("src/bornes/tables/table_state.py", '    def __repr__(self) -> str:\n        """Say which table it is, and nothing of seeds, keys and seats."""\n',
     '    def messages_to(self, viewer: int | None) -> int:\n        """Return how many messages a seat was sent, or with None the spectators."""\n'
     '        return self.spectator_message_count if viewer is None else self.seats[viewer].message_count\n\n'
     '    def __repr__(self) -> str:\n        """Omit seeds, secrets and seats."""\n'),
    ("src/bornes/tables/table.py", """        counter: SeatState | TableState = self.state if viewer is None else self.state.seats[viewer]
        counter.told += 1
        self.told_at[viewer] = at
        if viewer is not None and (asks or closed):
            self.asked.pop(viewer, None)
            if asks:
                self.asked[viewer] = counter.told
        return counter.told
""", """        if viewer is None:
            self.state.spectator_message_count += 1
        else:
            self.state.seats[viewer].message_count += 1
        number = self.state.messages_to(viewer)
        self.told_at[viewer] = at
        if viewer is not None and (asks or closed):
            self.asked.pop(viewer, None)
            if asks:
                self.asked[viewer] = number
        return number
"""),
    ("src/bornes/tables/message_writer.py", "(table.state if viewer is None else table.state.seats[viewer]).told", "table.state.messages_to(viewer)"),
    ("src/bornes/tables/l*_table.py", "(self.table.state if viewer is None else self.table.state.seats[viewer]).told", "self.table.state.messages_to(viewer)"),
    ("tests/campaigns/faults/*.py", "(state if viewer is None else state.seats[viewer]).told", "state.messages_to(viewer)"),
    ("tests/tables/test_listeners.py", "hosted.table.state.seats[0].told", "hosted.table.state.seats[0].message_count"),
    ("tests/tables/*.py", "hosted.table.state.seats[0].sitting", "hosted.table.state.seats[0].occupant"),
    ("tests/server/test_proof_data.py", "told.frames", "told.steps"),
    # (globs, old, new)
    ("src/bornes/cli/translation.py", "    class Formatter(click.HelpFormatter):", "    class TranslatedHelpFormatter(click.HelpFormatter):"),
    ("src/bornes/cli/translation.py", "    return Formatter\n", "    return TranslatedHelpFormatter\n"),
]

T = "tests/**/*.py"
REGEXES = [
    ("src/bornes/server/invitations.py", r'"Invitations\(…\)"', '"InvitationTokens(…)"'),
    ("src/bornes/tables/listeners.py", r'f"Letter\(', 'f"OutgoingMessage('),
    ("src/bornes/client/invite_links.py", r'f"Link\(', 'f"TableLink('),
    ("src/bornes/tables/messages.py", r'f"News\(', 'f"Update('),
    ("src/bornes/tables/messages.py", r'f"State\(', 'f"FullState('),
    ("src/bornes/client/protocol.py", r'f"Seated\(', 'f"SeatAssignment('),
    (T, r'\["values"\]\["here"\]', '["values"]["connected"]'),
    (T, r'(\["values"\] == \{)"here"', r'\1"connected"'),
    ("tests/client/test_hostile_server.py", r'NASTY \* 100, \{"here": True\}', 'NASTY * 100, {"connected": True}'),
    ("tests/server/test_http.py", r'"(BAD_MESSAGE|TOO_SLOW|OPENED_ELSEWHERE|SEAT_LOST|RESTART)"', r'"CLOSE_\1"'),
    ("tests/server/test_http.py", r'"NOT_YOURS"', '"CLOSE_NOT_AUTHORIZED"'),
    ("tests/server/test_http.py", r'"NO_TABLE"', '"CLOSE_TABLE_NOT_FOUND"'),
    ("tests/server/test_http.py", r'"TOO_MUCH"', '"CLOSE_RATE_LIMITED"'),
    ("docs/library.md", r'(?m)^ToDecide\(seat', 'MoveRequested(seat'),
    ("docs/library.md", r', why (turn|refill|exchange)\)', r', cause \1)'),
    ("docs/library.md", r'draw_pile (\d+)\)', r'draw_pile_size \1)'),
    ("docs/referee.md", r'\bToDecide\b', 'MoveRequested'),
    ("docs/referee.md", r'\bAsked\b', 'AnswerRequested'),
    ("docs/referee.md", r'\bTook\b', 'TookDiscard'),
    ("docs/referee.md", r'\bGave\b', 'ExchangedCard'),
    ("tests/game/*.py", r'f"ToDecide\(\{', 'f"MoveRequested({'),
    ("tests/game/test_hidden_cards.py", r'event\["draw_pile"\]', 'event["draw_pile_size"]'),
    ("tests/game/test_printing.py", r'draw_pile 89\)', 'draw_pile_size 89)'),
    (T, r'(event\["event"\] == "DealStarted":\n\s+event\[)"number"(\] \+= 1)', r'\1"deal"\2'),
    ("src/bornes/server/http/replays.py", r'told\["draw_pile"\]', 'told["draw_pile_size"]'),
    ("tests/rules/*.py", r'\{"house_rules": True\}, "house"', '{"house": True}, "house"'),
    ("tests/server/*.py", r'\("house", "(at most|20 to)', r'("house_rules", "\1'),
    ("tests/i18n/test_rendering.py", r'"why": DrawCause', '"cause": DrawCause'),
    ("tests/guide/*.py", r'"/api/rules", "Explorer"', '"/api/rules", "RulesExplorer"'),
    ("tests/guide/*.py", r'AS-17", "Law"', 'AS-17", "ClauseText"'),
    ("tests/guide/*.py", r'dujardin", "HowTo"', 'dujardin", "HowToPlay"'),
    ("tests/server/test_http.py", r'\(seated, "Seated"\)', '(seated, "SeatAssignment")'),
    ("tests/server/test_http.py", r'values, "Lobby"\)', 'values, "LobbySnapshot")'),
    ("tests/server/test_http.py", r'\(problem, "Problem"\)', '(problem, "ErrorBody")'),
    ("tests/base/test_serialization.py", r'("hands": \[None, \["roll", "25"\]\], )"draw_pile"', r'\1"draw_pile_size"'),
    ("tests/base/test_serialization.py", r'("card": (?:None|"end"), )"why"', r'\1"cause"'),
    ("tests/base/test_serialization.py", r'"draw_pile": 40', '"draw_pile_size": 40'),
    ("tests/base/test_serialization.py", r'"Drew\.why: must', '"Drew.cause: must'),
    ("tests/base/test_serialization.py", r'"NoWindow\.clause', '"NoOpenWindow.clause'),
    ("tests/i18n/test_rendering.py", r'(?m)^    "draw_pile": 1,', '    "draw_pile_size": 1,'),
    ("tests/tables/test_messages.py", r'\{"phrase": "ou', '{"reaction": "ou'),
    ("tests/tables/test_messages.py", r'"name": "x", "phrase": "x"', '"name": "x", "reaction": "x"'),
    ("tests/tables/test_runtime.py", r'\{"phrase": phrase\}', '{"reaction": phrase}'),
    ("tests/tables/test_tables_page.py", r'\*\(kind\.__name__ for kind in get_args\(refusals\.AnyRefusal\)\)', '*(kind.__struct_config__.tag for kind in get_args(refusals.AnyRefusal))'),
    ("tests/tables/test_table.py", r'"to: there is no seat', '"target_seat: there is no seat'),
    ("tests/tables/test_table.py", r'"other: there is no seat', '"other_seat: there is no seat'),
    ("tests/tables/test_table.py", r'\(started\.game, started\.number\)', '(started.game, started.deal)'),
    ("tests/tables/*.py", r'assert started\.last  # type', 'assert started.is_last_deal  # type'),
    ("docs/tables.md", r'"clock": \{"until": 66000\}', '"clock": {"deadline": 66000}'),
    ("docs/*.md", r'\ba `InconsistentLog`', 'an `InconsistentLog`'),
    ("tests/campaigns/faults/*.py", r'values\["to"\]', 'values["target_seat"]'),
    ("scripts/_compare/play_http.py", r'message\.get\("asked"\), message', 'message.get("question_number"), message'),
    ("scripts/_compare/play_http.py", r'\{"house": \{', '{"house_rules": {'),
    ("scripts/_compare/play_http.py", r'"house": SHORT', '"house_rules": SHORT'),
    ("scripts/_compare/play_http.py", r'"name": "Bob", "back": True', '"name": "Bob", "reclaim": True'),
    ("scripts/_compare/play_commands.py", r'"id": "late", "asked": 1', '"id": "late", "question_number": 1'),
    ("tests/support/*.py", r'\{"house": 0, "pace"', '{"house_rule_count": 0, "pace"'),
    ("src/bornes/client/protocol_schema.py", r'\("News", "State"\)', '("Update", "FullState")'),
    ("src/bornes/client/protocol_schema.py", r'found\["State"\]', 'found["FullState"]'),
    ("src/bornes/client/protocol_schema.py", r'found\["Blocked"\]', 'found["BlockedCard"]'),
    ("src/bornes/client/protocol_schema.py", r'found\["IllegalMove"\]', 'found["IllegalMoveRefusal"]'),
    ("src/bornes/server/http/openapi.py", r'REF.format\(name="Problem"\)', 'REF.format(name="ErrorBody")'),
    ("src/bornes/tables/refusals.py", r'class IllegalMoveRefusal\(Refusal, frozen=True\)', 'class IllegalMoveRefusal(Refusal, frozen=True, tag="IllegalMove")'),
    ("src/bornes/client/protocol.py", r'(class HintRequest\([^)]*?tag_field="command",)(?! tag=)', r'\1 tag="Hint",'),
    ("docs/architecture.md", r'`tell` in `game/events.py`', '`read_journal` in `game/events.py`'),
    ("docs/architecture.md", r'`show` in `cli/arena_output.py`', '`print_result` in `cli/arena_output.py`'),
    ("docs/architecture.md", r'`beside` of `base/workers.py`', '`run_in_thread` of `base/workers.py`'),
    ("src/bornes/i18n/fr/*.po", r'\{phrase\}(?=\W+ ne se dit pas ici)', '{reaction}'),
    ("src/bornes/bots/__init__.py", r'    play_game,  # noqa: E402\n', '    play_game,\n'),
    ("docs/architecture.md", r'`Session\.take`', '`ViewerSession.take`'),
    ("docs/architecture.md", r'`Following\.hear`', '`NoticeFeed.receive`'),
    ("docs/architecture.md", r'exports `Words`', 'exports `Translator`'),
    ("docs/architecture.md", r'`rendering.py` \| `Words`:', '`rendering.py` | `Translator`:'),
    ("docs/tables.md", r'`Done` or `Refused`', '`Done` or `CommandRefused`'),
    ("docs/words.md", r'A page is a `TextPage`', 'A page is a `GuidePage`'),
    ("docs/stability.md", r"`Settings`, `result", "`SearchSettings`, `result"),
    # fields in the tables of docs/tables.md
    ("docs/tables.md", r'\| `name`, `key`, `sitting` \|([^\n]*)`key` is what a player far away is known by: SHA-256 of their secret. `sitting` is the one', r'| `name`, `secret_hash`, `occupant` |\1`secret_hash` is what a player far away is known by: SHA-256 of their secret. `occupant` is the number'),
    ("docs/tables.md", r'\| `to`, `bot` \| A bot plays in the seat `to`', '| `target_seat`, `bot` | A bot plays in the seat `target_seat`'),
    ("docs/tables.md", r'\| `to`(, `for_good`|, `bot`)? \|', r'| `target_seat`\1 |'),
    ("docs/tables.md", r'\| `to`, `other` \|', '| `target_seat`, `other_seat` |'),
    ("docs/tables.md", r'\| `to`, `name`, `key`, `back` \|([^\n]*)same `key` already([^\n]*)With `back`', r'| `target_seat`, `name`, `secret_hash`, `reclaim` |\1same `secret_hash` already\2With `reclaim`'),
    ("docs/tables.md", r'\| `table`, `before`, `sheet` \|([^\n]*)`sheet` is the score sheet of the deal before, and `before` says', r'| `table`, `previous_deal_entry`, `previous_sheet` |\1`previous_sheet` is the score sheet of the deal before, and `previous_deal_entry` says'),
    ("docs/tables.md", r'\| `move`, `asked` \| Who is asked. `asked`', '| `move`, `question_number` | Who is asked. `question_number`'),
    ("docs/tables.md", r'without a `key` is', 'without a `secret_hash` is'),
    ("docs/tables.md", r'the version of the log; `opener`;', 'the version of the log; `host`;'),
    ("docs/tables.md", r'`game` and `number`, which game and which deal; `secret`', '`game` and `deal`, which game and which deal; `server_seed`'),
    ("docs/tables.md", r'with `deal_secret` and', 'with `deal_server_seed` and'),
    ("docs/tables.md", r'this deal; `last`, whether the log', 'this deal; `is_last_deal`, whether the log'),
    ("docs/tables.md", r'`told`, how many messages spectators were sent; `former`,', '`spectator_message_count`, how many messages spectators were sent; `former_players`,'),
    ("docs/tables.md", r'\(`key`, `sitting`, the `seat` they', '(`secret_hash`, `occupant`, the `seat` they'),
    ("docs/tables.md", r'`sittings`, how often somebody sat down, and `arrivals`', '`occupant_count`, how often somebody sat down, and `recent_arrival_ids`'),
    ("docs/tables.md", r'drives\), `driven`, `timeouts`', 'drives), `autopilot`, `timeouts`'),
    ("docs/tables.md", r'`remedy`, `told`, `key` \(', '`remedy`, `message_count`, `secret_hash` ('),
    ("docs/tables.md", r'`sitting` \(which of all the sittings this is:', '`occupant` (a number that no other stay in a seat of this table has:'),
    ("docs/tables.md", r'`recent`, the ids', '`recent_command_ids`, the ids'),
    ("docs/tables.md", r'\*sitting\* and passes', '*occupant number* and passes'),
    ("docs/tables.md", r'\*\*`news`\*\*', '**`update`**'),
    ("docs/tables.md", r'\| `asked` \| The number', '| `question_number` | The number'),
    ("docs/tables.md", r'\| `clock` \| `until` when', '| `clock` | `deadline`: until when'),
    ("docs/tables.md", r'`events`, `asked`, `question`', '`events`, `question_number`, `question`'),
    ("docs/tables.md", r'`house` \(rules that differ', '`house_rules` (rules that differ'),
    ("docs/tables.md", r'`team`, `driven`', '`team`, `autopilot`'),
    ("docs/tables.md", r'`opener` \(who runs the table now\), `opened_by` \(whose right that is as soon as they are there\)', '`acting_host` (who runs the table now), `host` (whose right that is as soon as they are there)'),
    ("docs/tables.md", r'`DealStarted` \(`last` where', '`DealStarted` (`is_last_deal` where'),
    ("docs/tables.md", r'`DealStarted\.last`', '`DealStarted.is_last_deal`'),
    ("docs/tables.md", r'`ShuffleRevealed` the secret once', '`ShuffleRevealed` the server\'s seed once'),
    # docs/protocol.md
    ("docs/protocol.md", r'`JoinTable` → `Seat\w+` \|([^\n]*)With `back`,', r'`JoinTable` → `SeatAssignment` |\1With `reclaim`,'),
    ("docs/protocol.md", r'told: `moves`, each', 'told: `events`, each'),
    ("docs/protocol.md", r'`frames` each decision', '`steps` each decision'),
    ("docs/protocol.md", r'connected to it already \(`here`\)', 'connected to it already (`connected`)'),
    ("docs/protocol.md", r'`welcome` \(`protocol`, `server`, `table`, `seat`, `here`:', '`welcome` (`protocol`, `server_version`, `table`, `seat`, `connected_seats`:'),
    ("docs/protocol.md", r'`elsewhere`: whether', '`connected_elsewhere`: whether'),
    ("docs/protocol.md", r'`failed`', '`error`'),
    ("docs/protocol.md", r'`too-much`', '`rate-limited`'),
    ("docs/protocol.md", r'`React` \(`phrase`,', '`React` (`reaction`,'),
    ("docs/protocol.md", r'`hint` and `fault`', '`hint` and `bot-fault`'),
    ("docs/protocol.md", r'to join with `back`', 'to join with `reclaim`'),
    ("docs/*.md", r'`broken-promise`', '`fairness-violation`'),
    ("docs/*.md", r'`no-table`', '`table-not-found`'),
    ("docs/*.md", r'`no-code`', '`code-not-found`'),
    ("docs/*.md", r'`not-yours`', '`not-authorized`'),
    ("docs/glossary.md", r' The code on the way there still uses some older\nnames: `scripts/renames.txt` lists each of them with its new one\.', ' `scripts/renames.txt` lists the names\nbefore that.'),
    ("src/bornes/client/replica.py", r'\bdriven=', 'autopilot='),
    # (globs, pattern, replacement): names on the wire where nothing but the words around them tells what they are
    ("src/bornes/tables/messages.py", r'tag="news"', 'tag="update"'),
    ("src/bornes/client/protocol.py", r'tag="failed"', 'tag="error"'),
    ("src/bornes/server/viewer_session.py", r'_fail\("protocol"', '_fail("protocol-mismatch"'),
    ("src/bornes/server/api_errors.py", r'"not-yours"', '"not-authorized"'),
    ("src/bornes/server/api_errors.py", r'"not-allowed"', '"no-spectators"'),
    ("src/bornes/server/api_errors.py", r'"no-table"', '"table-not-found"'),
    ("src/bornes/server/api_errors.py", r'"no-code"', '"code-not-found"'),
    ("src/bornes/server/api_errors.py", r'"no-page"', '"not-found"'),
    ("src/bornes/server/api_errors.py", r'"not-yet"', '"deal-not-over"'),
    ("src/bornes/server/api_errors.py", r'"bad-method"', '"method-not-allowed"'),
    ("src/bornes/server/api_errors.py", r'"too-much"', '"rate-limited"'),
    ("src/bornes/server/api_errors.py", r'"table-fault"', '"table-damaged"'),
    ("src/bornes/tables/live_table.py", r'send_signal\("fault"', 'send_signal("bot-fault"'),
    ("src/bornes/terminal/online_session.py", r'\("not-yours", "seat-lost", "no-table"\)', '("not-authorized", "seat-lost", "table-not-found")'),
    ("src/bornes/cli/*.py", r'NO_RECORD = "not-yet"', 'NO_RECORD = "deal-not-over"'),
    ("src/bornes/client/*.py", r'Signal\("broken-promise"', 'Signal("fairness-violation"'),
    ("src/bornes/client/*.py", r'case "fault" if', 'case "bot-fault" if'),
    ("src/bornes/client/http_api.py", r'failed\.status = "status"', 'failed.status = "unexpected-status"'),
    ("src/bornes/server/table_creation.py", r'"house"', '"house_rules"'),
    (T, r'last\("failed"\)', 'last("error")'),
    (T, r'last\("news"\)', 'last("update")'),
    (T, r'"news"', '"update"'),
    (T, r'"not-yours"', '"not-authorized"'),
    (T, r'"no-page"', '"not-found"'),
    (T, r'"no-table"', '"table-not-found"'),
    (T, r'"bad-method"', '"method-not-allowed"'),
    (T, r'"no-code"', '"code-not-found"'),
    (T, r'"too-much"', '"rate-limited"'),
    (T, r'"table-fault"', '"table-damaged"'),
    (T, r'broken-promise', 'fairness-violation'),
    (T, r'\+ \["failed"\] \* 30', '+ ["error"] * 30'),
    (T, r'== \["protocol"\]', '== ["protocol-mismatch"]'),
    (T, r'\("protocol", "old-page"\)', '("protocol-mismatch", "old-page")'),
    (T, r'\("hint", "fault", "presence"', '("hint", "bot-fault", "presence"'),
    (T, r'\["clock"\]\["until"\]', '["clock"]["deadline"]'),
    (T, r'"connected": False\}|"here": False\}', '"connected": False}'),
    (T, r'\["elsewhere"\]', '["connected_elsewhere"]'),
    (T, r'\b(message|asked|state|said)\["asked"\]', r'\1["question_number"]'),
    (T, r'told\["moves"\](?=\[0\]\["event"\]|\))', 'told["events"]'),
    (T, r'told\["frames"\]', 'told["steps"]'),
    (T, r'listing\["house"\]', 'listing["house_rule_count"]'),
    (T, r'hear\(\)\["here"\]', 'hear()["connected_seats"]'),
    (T, r'answer\["moves"\] if move\["event"\]', 'answer["events"] if move["event"]'),
    (T, r'"secret": bob\["secret"\], "back": True', '"secret": bob["secret"], "reclaim": True'),
    ("scripts/_compare/play_commands.py", r'"asked": message\["asked"\]', '"question_number": message["question_number"]'),
    (T, r'(command="Play"[^\n]*?, )asked=', r'\1question_number='),
    (T, r'(command\("Play", move="\w+", )asked=', r'\1question_number='),
    (T, r'(\w+)\["event"\] == "DealStarted" and \1\["number"\]', r'\1["event"] == "DealStarted" and \1["deal"]'),
    (T, r'first\(story, "DealStarted", deal=2\)\["number"\]', 'first(story, "DealStarted", deal=2)["deal"]'),
    (T, r'event\["secret"\]', 'event["server_seed"]'),
    (T, r'table\["house"\]', 'table["house_rules"]'),
]

def run(root, log):
    for glob, pattern, new in REGEXES:
        hits = 0
        for path in sorted(root.glob(glob)):
            if "tests/project" in str(path): continue
            text = path.read_text(encoding="utf-8")
            changed, n = re.subn(pattern, new, text)
            if n: hits += n; path.write_text(changed, encoding="utf-8")
        if not hits: print(f"REGEX without effect: {glob}: {pattern}", file=log)

    for glob, old, new in PATCHES:
        hits = 0
        for path in sorted(root.glob(glob)):
            text = path.read_text(encoding="utf-8")
            if old in text:
                hits += text.count(old); path.write_text(text.replace(old, new), encoding="utf-8")
        if not hits: print(f"PATCH without effect: {glob}: {old!r}", file=log)
