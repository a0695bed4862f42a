"""The small vocabulary of the starter pool: short lower-case words without accents."""

# fmt: off
WORDS = (
    "apple", "bread", "chair", "cloud", "dream", "eagle", "field", "glass", "green", "happy",
    "horse", "house", "island", "juice", "knife", "lemon", "light", "melon", "money", "mouse",
    "music", "night", "ocean", "olive", "orange", "paper", "party", "pearl", "piano", "plane",
    "plant", "quiet", "radio", "river", "robot", "rose", "salad", "sand", "ship", "silver", "smile",
    "snow", "spoon", "star", "stone", "sugar", "table", "tiger", "tower", "train", "tulip",
    "violin", "water", "wheat", "winter", "yellow", "zebra",
)
# fmt: on
