def make_sequences(df):
    patients = df.pid.unique()
    patient_to_idx = {p: i for i, p in enumerate(patients)}
    out = np.zeros((len(patients), 10))
    for r in df.itertuples():
        out[patient_to_idx[r.pid], r.t] = r.value
    return out


a = make_sequences(train_df)
b = make_sequences(test_df)
