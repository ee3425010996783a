#!/usr/bin/env bash
# Turns a CSV of notes (id,title,tag,words) into data/notes.json and prints a report.
#
#   bash seed.sh [CSV] [DATA_DIR]
set -euo pipefail

csv=${1:-notes.csv}
data=${2:-data}
work=$(mktemp -d)
rejected=0

cleanup() {
  local status=$?
  rm -rf "$work"
  echo "seed: done, status $status"
}
trap cleanup EXIT

die() {
  echo "seed: $*" >&2
  exit 1
}

# JSON's escapes for the characters a title can hold.
json_string() {
  local s=$1
  s=${s//\\/\\\\}
  s=${s//\"/\\\"}
  printf '"%s"' "$s"
}

usage() {
  cat <<TEXT
usage: seed.sh [CSV] [DATA_DIR]
  CSV       default: notes.csv
  DATA_DIR  default: data
TEXT
}

if [[ ${1:-} == --help ]]; then
  usage
  exit 0
fi
[[ -r $csv ]] || die "cannot read $csv"
mkdir -p "$data"

# The CSV may come from Windows and may hold a row twice: one clean file first.
tail -n +2 "$csv" | sed -e 's/\r$//' -e '/^$/d' | sort -t, -k1,1n -u > "$work/clean.csv"

declare -a tags=()
declare -A per_tag=()
total=0 words=0

{
  echo '['
  separator=''
  while IFS=, read -r id title tag count; do
    if ! [[ $id =~ ^[0-9]+$ && -n $title ]]; then
      rejected=$((rejected + 1))
      continue
    fi
    if [[ -z ${per_tag[$tag]:-} ]]; then
      tags+=("$tag")
      per_tag[$tag]=0
    fi
    per_tag[$tag]=$((per_tag[$tag] + 1))
    ((total += 1))
    words=$((words + ${count:-0}))
    printf '%s{"id": %d, "title": %s, "body": "%d words", "tags": ["%s"]}' \
      "$separator" "$id" "$(json_string "$title")" "${count:-0}" "$tag"
    separator=$',\n'
  done < "$work/clean.csv"
  printf '\n]\n'
} > "$work/notes.json"
mv "$work/notes.json" "$data/notes.json"

echo "seed: $total notes, $rejected rejected, $words words, ${#tags[@]} tags"
for tag in "${tags[@]}"; do
  printf '  %-8s %4d\n' "$tag" "${per_tag[$tag]}"
done | sort -k2,2nr -k1,1

echo "seed: the most used words in titles"
cut -d, -f2 "$work/clean.csv" | tr 'A-Z ' 'a-z\n' | grep -E '^[a-z]{5,}$' | sort | uniq -c | sort -k1,1nr -k2 | head -n 3 |
  while read -r n word; do
    echo "  $word x$n"
  done

lines=$(grep -c '"id"' "$data/notes.json")
(( lines == total )) || die "wrote $lines of $total notes"
