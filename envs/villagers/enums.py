"""Named integer constants of Villagers: cards that rules speak of by name, decisions, steps, events, options.

Plain module-level integers rather than enum classes, so that kernels freeze them into compiled code.
Card numbers are positions in ``components.json`` (``cards``); ``components.py`` checks that they agree.
"""

# --- cards the rules name (positions in components.json) ---
NO_CARD = -1
FOUNDERS = 0
LUMBERJACK = 1
HAYER = 2
MINER = 3
FIRST_HAND_CARD = 4  # cards 0-3 (Founders, basics) never lie in a hand
MONK = 50
APPRENTICE = 51
TINNER = 52
SMUGGLER = 53
NUM_VILLAGE_CARDS = 54  # V of rules 18: Founders, 3 basics, 50 types
NUM_HAND_CARDS = 50  # T of rules 18
MAX_CARDS = 72  # with all expansions: the width of arrays in the state

# --- suits ---
GRAINS, WOOD, HAY, ORE, GRAPES, WOOL, LEATHER, SOLITARY, SPECIAL = range(9)
NUM_SUITS = 9
SUIT_NAMES = ("grains", "wood", "hay", "ore", "grapes", "wool", "leather", "solitary", "special")

# --- Silver formulas (R10.5) ---
SILVER_NONE, SILVER_PER_SYMBOL, SILVER_GOLD_OF_SUIT, SILVER_MAX_COINS = range(4)
# symbols a Silver formula counts: 0-8 are the suits
SYMBOL_FOOD, SYMBOL_BUILDER, SYMBOL_GOLD, SYMBOL_PADLOCK = 9, 10, 11, 12

# --- table ---
MAX_SEATS = 5
COUNTESS = 1  # seat of the Countess in solo games
NUM_SLOTS = 6
NUM_STACKS = 6
STACK_CAPACITY = 40  # 2 x players + 30 returned cards (rules 18.5)
RESERVE_CAPACITY = 112  # the whole deck with expansions: it is dealt from here
MAX_NODES = 160
NUM_COIN_CARDS = 12  # unlockers (10) and, with expansions, Thief and Freelancer
NUM_UNLOCKERS = 10
NUM_ROLES = 16  # villagers that can carry other villagers
NUM_ROOTS = 7  # of these, the ones that start a pile and carry two
MAX_PILES = 61
SQUARE_CAPACITY = 8
NO_NODE = -1

# --- prices and limits ---
STARTING_GOLD = 8
LIMIT_BASE = 2
LIMIT_CAP = 5
MAX_EXCHANGES = 3
UNLOCK_COST = 2
COUNTESS_BANK_COST = 3
FOUNDERS_GOLD = 2
EVENT_FEE = 3  # rats, arson

# --- decisions (what current_seat is asked), rules 18.1 and 18.2 ---
DECISION_NAMES = (
    "NONE",
    "DRAFT",
    "COIN",
    "BUILD",
    "GIVE_CARD",
    "GIVE_PILE",
    "PLACE",
    "UNLOCK",
    "SMUGGLE",
    "SWAP_SEAT",
    "SWAP_TARGET",
    "SWAP_PILE",
    "FOUNDERS_SIDE",
    "LIMIT_RATS",
    "LIMIT_ARSON",
    "COUNTESS_TAKES",
    "EVENT",
    "DEALT_EVENT",
    "OWN_TARGET",
    "OWN_COPY",
    "ABDUCTION",
    "COUNTESS_TARGET",
    "CONSCRIPTION",
)
(
    NO_DECISION,
    DRAFT,
    COIN,
    BUILD,
    GIVE_CARD,
    GIVE_PILE,
    PLACE,
    UNLOCK,
    SMUGGLE,
    SWAP_SEAT,
    SWAP_TARGET,
    SWAP_PILE,
    FOUNDERS_SIDE,
    LIMIT_RATS,
    LIMIT_ARSON,
    COUNTESS_TAKES,
    EVENT,
    DEALT_EVENT,
    OWN_TARGET,
    OWN_COPY,
    ABDUCTION,
    COUNTESS_TARGET,
    CONSCRIPTION,
) = range(23)
NUM_DECISIONS = 23

# --- steps: what happens next once no decision is pending (flow.py) ---
(
    STEP_DECIDE,
    STEP_START_ROUND,
    STEP_NEXT_DRAFT,
    STEP_ROAD_COINS,
    STEP_ROAD_UPDATE,
    STEP_NEXT_BUILDER,
    STEP_END_OF_BUILD,
    STEP_NEXT_EVENT,
    STEP_COUNTESS_VILLAGER,
    STEP_MARKETS,
) = range(10)

# --- random streams (core/random.py) ---
STREAM_START, STREAM_DECK, STREAM_SUMMER, STREAM_WINTER, STREAM_RESERVE = range(5)
STREAM_NAMES = {"start": 0, "deck": 1, "summer": 2, "winter": 3, "reserve": 4}

# --- events of the solo mode (positions in components.json "solo"/"events") ---
EVENT_NAMES = (
    "betrayer",
    "black_market",
    "bribes",
    "customs",
    "guild_conspiracy",
    "land_claim",
    "mood_swing",
    "serfdom",
    "sinister_banquet",
    "temporary_employment",
    "countess_bank",
    "value_added_tax",
    "abduction",
    "arrest",
    "arson",
    "blackmail",
    "conscription",
    "dark_mood",
    "it_was_you",
    "protection_money",
    "rats",
    "spy_network",
    "trade_network",
    "tribute",
)
(
    BETRAYER,
    BLACK_MARKET,
    BRIBES,
    CUSTOMS,
    GUILD_CONSPIRACY,
    LAND_CLAIM,
    MOOD_SWING,
    SERFDOM,
    SINISTER_BANQUET,
    TEMPORARY_EMPLOYMENT,
    COUNTESS_BANK,
    VALUE_ADDED_TAX,
    ABDUCTION_EVENT,
    ARREST,
    ARSON,
    BLACKMAIL,
    CONSCRIPTION_EVENT,
    DARK_MOOD,
    IT_WAS_YOU,
    PROTECTION_MONEY,
    RATS,
    SPY_NETWORK,
    TRADE_NETWORK,
    TRIBUTE,
) = range(24)
NUM_EVENTS = 24
EVENTS_PER_DECK = 12
SUMMER, WINTER = 0, 1
NO_EVENT = -1
# where an event card is
EVENT_IN_DECK, EVENT_FACE_UP, EVENT_BEGUN, EVENT_DISCARDED, EVENT_REMOVED = range(5)
# when an event acts
TIMING_EVENT_PHASE, TIMING_DRAFT_PHASE, TIMING_BUILD_PHASE, TIMING_END_OF_ROUND, TIMING_ON_REVEAL = range(5)

# --- difficulty of the solo mode ---
BEGINNER, NORMAL, HARD = range(3)
