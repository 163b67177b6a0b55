class Tickets(Dataset):
    def __init__(self, rows):
        desks = list(dict.fromkeys(row["desk"] for row in rows))
        self.desk_to_id = {desk: i for i, desk in enumerate(desks)}


train = Tickets(train_rows)
valid = Tickets(valid_rows)
