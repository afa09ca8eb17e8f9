#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The templates of "skitter rig new" as tables of C, from the files that are named.
words='' rows='' tab=''
for file in "$@"; do
    name=$(basename "$file" .yaml)
    printf 'static const unsigned char template_%s[] = {' "$name"
    od -An -v -tu1 "$file" | sed -e 's/  */ /g' -e 's/\([0-9]\) /\1, /g' -e 's/\([0-9]\)$/\1,/'
    printf '0};\n'
    words="$words\"$name\", "
    summary=$(sed -n 's/^title: //p' "$file")
    rows="$rows$tab{template_$name, \"$summary\"},"
    tab='
    '
done
printf 'static const char *const front_template_words[] = {%sNULL};\n' "$words"
printf 'static const struct {\n    const unsigned char *bytes;\n    const char *summary;\n'
printf '} front_templates[] = {\n    %s\n};\n' "$rows"
