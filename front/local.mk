# the front end
