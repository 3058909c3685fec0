# A player's profile, its picture, and the sentences that stand for one.

profile-title = **{ $name } on this server**
profile-rating = Rating **{ $points }** ± { $doubt } after { $hands } rated { $hands ->
    [one] hand
   *[other] hands
}
profile-unrated = No rating yet: it takes a hand that somebody wins.
profile-hands = **{ $won }** of { $hands } { $hands ->
    [one] hand
   *[other] hands
} won ({ $rate }) · Tongits { $tongits } ({ $tongits_rate }) · burned { $burned } ({ $burned_rate })
profile-calls = Tawag called { $calls } ({ $rate } of hands), { $won } of them won ({ $won_rate })
profile-no-calls = Tawag never called
profile-chips = Net winnings **{ $net }** · biggest hand { $biggest } · best streak { $streak } in a row
profile-month = Last 30 days **{ $net }** · best day { $best } · worst day { $worst }
profile-ways = Won by: { $ways }
profile-way = { $way } { $count }
profile-no-ways = No hand won yet
profile-way-tongits = Tongits
profile-way-call = own Tawag
profile-way-answer = another's Tawag
profile-way-stock = the last card
profile-versus = You and { $name }: { $hands ->
    [one] { $hands } hand
   *[other] { $hands } hands
} together · you won { $won }, they won { $lost } · between you two { $net } for you
profile-strangers = You and { $name } have not played a hand together.
profile-no-picture = The picture could not be drawn just now; the figures above are all it shows.
profile-percent = { $percent } %

picture-month = Net winnings, last 30 days
picture-ever = All time
picture-ways = Hands won by
picture-days-ago = { $days } days ago
picture-today = today
picture-alt = Net winnings: { $first } thirty days ago, { $last } today, { $low } at the lowest and { $high } at the highest in between. { $ways }.

picture-rank = #{ $rank }
picture-board-alt = { $title }:
picture-board-line = #{ $rank } { $name } { $value };

error-profile_gone = That is a former player, who had their data erased: there is no profile.
error-profile_hidden = This player chose to be on no leaderboard, so their profile is theirs alone.
error-profile_empty = This player has not finished a hand for chips on this server yet.
error-profile_none = You have not finished a hand for chips on this server yet: sit down with `/tongits new` or **Join**.
