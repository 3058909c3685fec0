# What a server's moderators settle: /settings.

settings-title = ### Tongits on this server

# The present values, one line each
setting-rules = Rules, unless somebody chooses others: **{ $rules }**
setting-stakes = Stakes: **{ $least_stake } to { $most_stake }** chips
setting-rates = Rates: **{ $least_rate } to { $most_rate }** chips a point
setting-clocks = Clocks: **{ $clocks }** · unless somebody chooses: **{ $clock }**
setting-channels = Tables may be opened in: { $channels ->
    [none] **every channel**
   *[other] { $channels }
}
setting-turn_lines = A line in the channel for each turn: **{ $turn_lines }**
setting-dm_hands = Hands by direct message: **{ $dm_hands }**
setting-friendly = Friendly, new tables move no chips: **{ $friendly }**
setting-roles = Who may play: { $roles ->
    [none] **everybody**
   *[other] who has one of { $roles }
}
setting-account_days = An account is new for: **{ $account_days ->
    [0] no time
    [one] one day
   *[other] { $account_days } days
}**
setting-member_days = A member is new for: **{ $member_days ->
    [0] no time
    [one] one day
   *[other] { $member_days } days
}**
setting-daily_hour = Days of `/daily` begin at: **{ $hour } { $zone }**
setting-daily_loss = Chips a player may lose in a day: **{ $daily_loss ->
    [0] no limit
   *[other] { $daily_loss }
}**
setting-tables_each = Tables a player may sit at: **{ $tables_each }**

settings-changed = Last change: { $who }, { $when }

# What a change does
setting-none-done = Nothing changed: it was so already.
setting-rules-done = Done: whoever opens a table without choosing rules plays { $rules }. Open tables keep theirs.
setting-stakes-done = Done: new tables play for stakes of { $least_stake } to { $most_stake } chips. Open tables keep theirs.
setting-rates-done = Done: new tables play for rates of { $least_rate } to { $most_rate } chips a point. Open tables keep theirs.
setting-clocks-done = Done: new tables have a clock of { $clocks }, and { $clock } where nobody chooses. Open tables keep theirs.
setting-clock-done = Done: whoever opens a table without choosing a clock gets { $clock } a turn.
setting-channels-done = Done: { $channels ->
    [none] tables may be opened in every channel that I may write in.
   *[other] new tables are opened only in { $channels } and in threads there. Tables that are open elsewhere go on.
}
setting-roles-done = Done: { $roles ->
    [none] everybody may play.
   *[other] only who has one of { $roles } opens tables and sits down. Who sits already plays on.
}
setting-daily_hour-done = Done: a day of `/daily` begins at { $hour } { $zone }. No day is paid twice.
setting-daily_zone-done = Done: a day of `/daily` begins at { $hour } { $zone }. No day is paid twice.
setting-account_days-done = Done: { $account_days ->
    [0] how old a Discord account is does not matter.
    [one] accounts younger than a day claim no daily chips and sit at no high stakes.
   *[other] accounts younger than { $account_days } days claim no daily chips and sit at no high stakes.
}
setting-member_days-done = Done: { $member_days ->
    [0] how long somebody is on this server does not matter.
    [one] who came less than a day ago claims no daily chips and sits at no high stakes.
   *[other] who came less than { $member_days } days ago claims no daily chips and sits at no high stakes.
}
setting-daily_loss-done = Done: { $daily_loss ->
    [0] there is no limit to what a player may lose in a day.
   *[other] who lost { $daily_loss } chips since midnight in Manila is cashed out after the hand, and sits down again the next day.
}
setting-tables_each-done = Done: { $tables_each ->
    [one] a player sits at one table of this server at a time.
   *[other] a player sits at up to { $tables_each } tables of this server at a time.
}
setting-turn_lines-done = Done: { $turn_lines ->
    [on] each turn is told in a line of the channel.
   *[off] turns show on the table alone. Results, who comes and goes, and calls to who is awaited are still told.
}
setting-dm_hands-done = Done: { $dm_hands ->
    [on] hands go by direct message, where players take mine.
   *[off] from the next hand on hands open with **My hand** alone, and I open no direct messages for this server.
}
setting-friendly-done = Done: { $friendly ->
    [on] new tables play for points: no chip moves there, and no hand counts for a board. Open tables keep what they play for.
   *[off] new tables play for chips again. Open tables keep what they play for.
}

# What changes them
settings-pick-rules = Rules unless somebody chooses
settings-pick-clocks = Which clocks tables may have
settings-pick-clock = The clock unless somebody chooses
settings-pick-channels = Where tables may be opened: everywhere
settings-pick-roles = Who may play: everybody
settings-clock = { $clock } a turn
settings-switch-turn_lines = Turn lines: turn { $to }
settings-switch-dm_hands = Hands by message: turn { $to }
settings-switch-friendly = Friendly: turn { $to }
settings-form-stakes = Stakes and rates
settings-form-days = Days and newcomers
settings-form-limits = Limits of players
settings-others-kept = What could be read counts; the rest stays as it was.

# The fields of its forms, and what a refusal calls them
name-stakes = stakes
name-rates = rates
name-stakes-least = least stake
name-stakes-most = highest stake
name-rates-least = least rate
name-rates-most = highest rate
name-daily_hour = hour that a day begins at
name-daily_zone = time zone
name-account_days = days that an account is new
name-member_days = days that a member is new
name-daily_loss = chips to lose in a day
name-tables_each = tables of one player
settings-field-stakes-least = Chips, { $least } to { $most }
settings-field-stakes-most = Chips, { $least } to { $most }
settings-field-rates-least = Chips a point, { $least } to { $most }
settings-field-rates-most = Chips a point, { $least } to { $most }
settings-field-daily_hour = When the next /daily may be claimed, { $least } to { $most }
settings-field-daily_zone = Such as Asia/Manila or Europe/Berlin
settings-field-account_days = { $least } is never, up to { $most }
settings-field-member_days = { $least } is never, up to { $most }
settings-field-daily_loss = { $least } is no limit, up to { $most }
settings-field-tables_each = On this server at once, { $least } to { $most }

# What the settings keep people from
error-channel_not_allowed = Tables are opened in other channels of this server: { $names }.
error-role_not_allowed = On this server only who has one of these roles plays: { $names }.
error-stake_not_allowed = On this server the stake is { $least } to { $most } chips: choose one of those.
error-rate_not_allowed = On this server the rate is { $least } to { $most } chips a point: choose one of those.
error-clock_not_allowed = On this server a turn has one of these clocks: { $names }.
error-loss_limit = You have lost as many chips today as this server lets a player lose in a day ({ $most }): sit down again { $again_at }.
error-not_member = You are not on that table's server any more.
error-channel_hidden = You may not see the table's channel any more.
error-several_tables = You sit at several tables of this server: say it in the channel of the one that you mean.
error-too_many_tables = You sit at { $most } tables, as many as this server lets you: leave one first.{ $link ->
    [none] {""}
   *[other] {" "}{ $link }
}

# What cannot be set
error-bad_range = The least of the “{ $switch }” must not be above the most: they stay as they were.
error-bad_zone = I know no time zone “{ $value }”: write one such as Asia/Manila or Europe/Berlin.
error-not_on_server = That is not on this server any more: choose again from the list.
