# The portal on one machine: docs/one-machine.md. The code belongs to root; the portal runs as node and writes its data alone.
FROM node:24-bookworm AS build
WORKDIR /srv/lanai
COPY package.json package-lock.json .npmrc ./
COPY tools/no-vite-plugin tools/no-vite-plugin
RUN npm ci
COPY . .
# The build reads from git's history when each page was added.
RUN npm run build && rm -rf .git

FROM node:24-bookworm-slim
COPY --from=build /srv/lanai /srv/lanai
RUN install --directory --owner=node --group=node --mode=700 /var/lib/lanai
USER node
WORKDIR /srv/lanai
ENV LANAI_DATA=/var/lib/lanai
VOLUME /var/lib/lanai
# Not by npm, which passes no signal on.
CMD ["node_modules/.bin/node", "--import", "./tools/preload.mjs", "netlify/local/start.ts", "--production"]
