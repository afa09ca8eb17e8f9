# rigs: filled as the mechanisms land
