"""The domains: seven that training pairs tell of, and two that only `validation_mismatched` knows."""

from corpus.lexicon import ANIMAL, FOOD, MEDICINE, OBJECT, VEGETABLE, VEHICLE, Domain, kind, people

SEEN = (
    Domain(
        "kitchen",
        people("worker", "chef baker waiter butcher dishwasher"),
        (
            kind("vegetable", "onion carrot potato cabbage leek", "wash peel chop buy", VEGETABLE),
            kind("utensil", "knife spoon pan ladle whisk", "clean drop borrow hide", OBJECT),
            kind("dessert", "pie cake pudding tart waffle", "taste sell photograph burn", FOOD),
        ),
        ("in the pantry", "in the dining room", "in the cellar", "in the courtyard", "on the terrace"),
    ),
    Domain(
        "railway",
        people("worker", "conductor porter engineer guard mechanic"),
        (
            kind(
                "vehicle", "train tram locomotive carriage minibus", "inspect paint repair photograph", VEHICLE, False
            ),
            kind("bag", "suitcase backpack handbag briefcase rucksack", "carry open weigh lose", OBJECT),
            kind("document", "ticket timetable map passport letter", "check fold print hide", OBJECT),
        ),
        ("on the platform", "in the waiting room", "in the depot", "in the ticket office", "on the bridge"),
    ),
    Domain(
        "school",
        people("adult", "teacher librarian janitor tutor coach"),
        (
            kind("instrument", "violin flute drum guitar trumpet", "play borrow repair polish", OBJECT),
            kind("book", "dictionary novel atlas textbook diary", "read buy lose hide", OBJECT),
            kind("piece of furniture", "desk chair bench table wardrobe", "move paint measure sell", OBJECT, False),
        ),
        ("in the library", "in the gym", "in the playground", "in the classroom", "in the corridor"),
    ),
    Domain(
        "hospital",
        people("worker", "nurse doctor surgeon dentist pharmacist"),
        (
            kind("garment", "coat glove apron gown scarf", "fold wash wear lose", OBJECT),
            kind("medicine", "vaccine painkiller antibiotic ointment syrup", "label test order store", MEDICINE),
            kind("device", "scanner monitor thermometer ventilator microscope", "clean adjust unplug buy", OBJECT),
        ),
        ("in the ward", "in the laboratory", "in the lobby", "in the pharmacy", "in the ambulance"),
    ),
    Domain(
        "harbour",
        people("worker", "sailor diver captain fisherman docker"),
        (
            kind("boat", "ferry canoe yacht tugboat trawler", "paint repair sell inspect", VEHICLE, False),
            kind("container", "crate barrel sack chest basket", "load open weigh drop", OBJECT),
            kind("bird", "gull pelican heron cormorant swan", "photograph feed chase watch", ANIMAL),
        ),
        ("on the pier", "on the beach", "in the warehouse", "at the lighthouse", "on the island"),
    ),
    Domain(
        "farm",
        people("worker", "farmer shepherd gardener vet beekeeper"),
        (
            kind("animal", "cow goat pig horse donkey", "feed brush sell chase", ANIMAL),
            kind("fruit", "apple pear plum melon peach", "pick wash weigh eat", FOOD),
            kind("tool", "shovel rake hammer axe saw", "borrow clean hide repair", OBJECT),
        ),
        ("in the barn", "in the orchard", "in the stable", "in the meadow", "in the greenhouse"),
    ),
    Domain(
        "theatre",
        people("performer", "actor singer dancer clown juggler"),
        (
            kind("hat", "cap bonnet helmet turban beret", "wear mend borrow lose", OBJECT),
            kind("light", "lantern candle spotlight torch chandelier", "carry clean adjust hide", OBJECT),
            kind("weapon", "sword dagger spear bow pistol", "drop paint polish buy", OBJECT),
        ),
        ("on the stage", "in the foyer", "in the dressing room", "on the balcony", "in the workshop"),
    ),
)

UNSEEN = (
    Domain(
        "museum",
        people("worker", "guide keeper painter printer scholar"),
        (
            kind("artwork", "portrait statue poster sketch mask", "frame photograph dust sell", OBJECT),
            kind("jewel", "ring chain pearl crown pin", "polish wear steal lose", OBJECT),
            kind("vessel", "vase jar cup jug bowl", "drop fill glue buy", OBJECT),
        ),
        ("in the gallery", "in the vault", "in the shop", "in the archive", "in the entrance hall"),
    ),
    Domain(
        "building site",
        people("worker", "plumber welder roofer digger driver"),
        (
            kind("machine", "crane drill mixer truck roller", "rent inspect move repair", VEHICLE, False),
            kind("tool", "wrench chisel spade clamp trowel", "borrow drop hide oil", OBJECT),
            kind("part", "pipe beam tile plank brick", "carry measure stack paint", OBJECT),
        ),
        ("on the scaffold", "on the roof", "in the trench", "in the basement", "at the gate"),
    ),
)
