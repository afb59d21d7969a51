# By digest, so that the same file builds the same image. `npm run images` tells when the tag has moved on, and `-- --write` follows it.
FROM node:24.21.0-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20 AS base
WORKDIR /app
COPY package.json package-lock.json ./

FROM base AS packages
# TypeScript comes along because Remix' types may want it. Nothing that runs does.
RUN npm ci --omit=dev --no-audit --no-fund && rm -r node_modules/typescript
# Of the Chinese typeface images use one file for each of two weights, of two hundred.
RUN find node_modules/@fontsource/noto-sans-sc/files -type f ! -name "*-chinese-simplified-[46]00-normal.woff" -delete

FROM base AS build
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && npm run sbom

FROM base
# The C library would keep freed memory for each thread apart: 10 to 15 MB more (docs/performance.md).
ENV NODE_ENV=production DEMO=0 MALLOC_ARENA_MAX=2
COPY --from=packages /app/node_modules node_modules
# The web application, the API and its commands, and in build/sbom.json what all of it is made of.
COPY --from=build /app/build build
COPY --from=build /app/server.js ./
# For `npm run db`, `entry-link` and `content`, as messages name them.
COPY --from=build /app/scripts/command.js /app/scripts/node-version.js scripts/
# The content packs, read at start.
COPY --from=build /app/api/content/p3m3 api/content/p3m3
COPY --from=build /app/api/content/itil api/content/itil
RUN mkdir data && chown node:node data
USER node
VOLUME /app/data
EXPOSE 3000
HEALTHCHECK --start-period=15s --interval=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself, not npm, which would keep SIGTERM from it.
CMD ["node", "server.js"]
