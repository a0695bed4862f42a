"""The small vocabulary of the starter pool: short lower-case words that look different from one another."""

# fmt: off
WORDS = (
    "apple", "bread", "chair", "cloud", "eagle", "glass", "horse", "juice", "lemon", "money", "night",
    "ocean", "piano", "radio", "river", "robot", "silver", "smile", "stone", "tiger", "tulip", "water",
    "winter", "zebra",
)
# fmt: on
