#!/bin/sh
# build_page.sh FOLDER: builds page/ in FOLDER with the tools that page/package-lock.json pins, as FOLDER/dist/index.html.
# Exit code 77 where npm is missing or cannot fetch the tools; they stay in FOLDER, and need no network the next time.
set -eu
page=$(cd "$(dirname "$0")/../page" && pwd)
mkdir -p "$1"
cd "$1"

command -v npm > /dev/null || { echo 'skipped: npm is missing'; exit 77; }

rm -rf src dist projection.wasm.gz
(cd "$page" && cp -r src index.html package.json package-lock.json tsconfig.json vite.config.ts "$OLDPWD")
[ ! -e "$page/built/projection.wasm.gz" ] || cp "$page/built/projection.wasm.gz" .

fetch_tools() {
  rm -f installed
  if ! npm ci --no-audit --no-fund --fetch-retries=1 > fetching.log 2>&1; then
    cat fetching.log
    # Of npm's errors these are the network's; a lock that does not fit package.json, for example, is ours.
    grep -Eq 'code (ENOTFOUND|EAI_AGAIN|ECONN|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET|E[45][0-9][0-9])' fetching.log || exit 1
    echo 'skipped: npm cannot fetch the tools of the page'
    exit 77
  fi
  cp package-lock.json installed
}

cmp -s package-lock.json installed || fetch_tools
npm run build
