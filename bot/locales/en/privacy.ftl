# /privacy, and the name of those who had their data erased.

former-player = Former player

privacy-title = **What is stored about you**
privacy-id = Your Discord id: `{ $id }`
privacy-name = Your name, as last seen on a server: { $name }
privacy-dm = The channel of our direct messages, which { $state ->
    [open] takes your hand
    [closed] took no hand the last time
   *[unknown] was not tried yet
}
privacy-no-dm = No channel of direct messages
privacy-chosen = What you chose: hand sorted by { $sort }; { $hidden ->
    [yes] left out of leaderboards
   *[no] listed on leaderboards
}
privacy-seen = When you were last here, to the hour: { $when }
privacy-wallets = Servers with a wallet of yours: **{ $count }**
privacy-hands = Hands that counted, with every card and move: **{ $count }**
privacy-lines = Lines of your chips' statements: **{ $count }**
privacy-dailies = Streaks of daily chips: **{ $count }**
privacy-moderations = What moderators did to tables, as you or about you: **{ $count }**
privacy-seats = Seats you have now: **{ $count }**
privacy-before = You had your data erased less than 30 days before you came back: noted is that your first chips were given, and **{ $count }** daily chips or refills of those days
privacy-ways = `/privacy export` sends you all of it as a file. `/privacy delete` erases it.
privacy-nothing = Nothing is stored about you.
privacy-export = { $count ->
    [one] Everything stored about you, as a file. Only you see it.
   *[other] Everything stored about you, in { $count } files. Only you see them.
}

button-erase = Erase everything
button-erase-not = Keep it
erase-title = **Erase your data?**
erase-goes = **This goes for good, on every server:** your Discord id and name, the channel of our direct messages, what you chose, your streaks, your places on leaderboards, and your way to your chips. What moderators wrote about you goes too.
erase-stays = **This stays, without your name:** hands you played and the movements of chips in them, under “Former player”, so that other people's hands and chips stay right. For a month two codes are kept that only I can make from your id: one so that your first chips are not given twice, one so that I forget you again if an old backup is restored.
erase-cannot = Messages that are on Discord already keep the name they were sent with. If you play again you are a new player with an empty wallet.
erase-done = Your data is erased. Goodbye, and thank you for playing.
erase-kept = Nothing was erased.

error-erase_seated = You have a seat, or left a hand that is still played: leave the table and let the hand end, then try again. { $link ->
    [none] { "" }
   *[other] { $link }
}
error-erased = You are having your data erased: sit down again when that is done.
