# What cannot be done, and what to do instead. First the engine's codes, then the service's.

error-hand_over = This hand is over: wait for the next one.
error-not_your_turn = It is { $seat }'s turn: wait until it is yours.
error-already_drawn = You have your card for this turn: lay, sapaw or discard now.
error-pile_empty = The discard pile is empty: draw from the stock.
error-must_draw_stock = { $turns } turns running changed nothing: draw from the stock.
error-not_opened = To call (Tawag) you need a meld of your own on the table: lay one first.
error-must_draw_first = Draw or take a card first.
error-card_not_held = You do not hold { $card }: select from the cards you have.
error-card_twice = A card was named twice: select each card once.
error-keep_a_discard = Keep one card to throw: select fewer cards.
error-not_a_meld = { $cards } is no meld: select three or four of a rank, or three or more in a row of one suit.
error-no_such_meld = That meld is not on the table any more: choose another.
error-does_not_fit = { $cards } does not fit { $meld }: choose other cards or another meld.
error-nothing_to_take_back = There is nothing to undo in this turn.
error-taken_this_turn = { $card } was taken this turn and cannot be thrown back: discard another card.
error-answers_awaited = You called (Tawag): wait for the others' answers.
error-burned_cannot_answer = There is nothing for you to answer: you have laid no meld, so you are burned.
error-already_answered = You have answered: the hands open when every answer is in.
error-no_call = Nobody called: there is nothing to answer.
error-no_new_meld = { $card } makes no new meld with your cards: draw from the stock.
error-take_only = Here { $card } is only taken: lay a meld with it afterwards.
error-take_needs_meld = { $card } may only be taken for a new meld laid with it at once: choose which.
error-sapaw_blocks_call = { $cards ->
    [none] You laid four or more cards at once: you may call again after this turn.
   *[other] { $own ->
        [yes] You laid { $cards } on your own { $meld }: you may call again after this turn.
       *[no] { $seat } laid { $cards } on your { $meld }: you may call again after this turn.
    }
}
error-fits_a_meld = { $card } fits { $meld } on the table and may not be thrown here: lay it off, or discard another card.
error-not_a_four = { $cards } is no four of a kind: only that may be laid face down.
error-meld_face_down = That meld of { $seat } lies face down and takes no cards: choose another.
error-not_in_these_rules = The rules of this table do not have that: press **Rules** to see what they have.
error-cards_left_over = Not every card in your hand is in a meld: lay, sapaw or discard.

error-unknown_rules = There are no rules called { $rules }: choose book, pagat or go.
error-unknown_switch = There is no rule called { $switch }.
error-bad_switch = { $value } is no value for “{ $switch }”: choose another.
error-bad_number = “{ $value }” is no number for “{ $switch }”: it takes whole numbers from { $least } to { $most }.
error-switches_clash = “{ $first }” and “{ $second }” make no sense together: change one of them.

error-table_exists = There is a table in this channel already: { $link }
error-no_table = There is no table in this channel: open one with `/tongits new`.
error-table_damaged = This table's record is damaged, so it cannot be played on: a moderator can end it with `/tongits-admin end`, and every chip goes back.
error-no_hand = No hand is in play: wait until the next one is dealt.
error-not_seated = You have no seat at this table: press Join when one is open.
error-already_seated = { $link ->
    [none] You sit at this table already.
   *[other] You sit at this table already: { $link }
}
error-seated_elsewhere = { $link ->
    [none] You sit at another table of this server: leave that one first.
   *[other] You sit at another table of this server: leave that one first. { $link }
}
error-table_full = All three seats are taken: wait for one, or open a table in another channel with `/tongits new`.
error-hand_running = A hand is in play: try again when it is over.
error-not_enough_chips = { $refill_at ->
    [none] You need { $need } chips here and have { $have }: open a table with a smaller stake with `/tongits new`.
   *[other] You need { $need } chips here and have { $have }: open a table with a smaller stake, or wait for your next refill, { $refill_at }.
}
error-not_host = Only the host can start at once; the hand also starts by itself.
error-need_three = A hand needs three players: wait until every seat is taken.
error-missing_permissions = I lack permissions in this channel: { $names }. Ask an admin to allow them, then try again.
error-stale = That was already decided: here is how it stands now.
error-not_your_seat = That panel is another player's: press **My hand** for yours.
error-unknown_control = I do not know that button: use the newest message of the table.
error-unknown_terms = I do not play for those terms: type `/tongits new` and choose from what it offers.
error-internal = Something went wrong on my side; nothing was lost. Try again. If it stays, tell the server's admins this reference: { $ref }
error-not_played_try_again = Not played, try again: I cannot write anything down just now, so nothing changed.
error-table_paused = The table is paused: { $paused ->
    [outage] Discord cannot reach its server
   *[forbidden] I may not write in its channel
}. Nothing is lost and no clock runs; try again when it goes on.
error-table_closed = This table is closed: { $why } Open a new one with `/tongits new`.
error-no_dm = I cannot send you direct messages: press **My hand** under the table.
