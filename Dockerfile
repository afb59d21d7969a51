FROM node:20-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --omit=dev --no-audit --no-fund

FROM node:20-slim
ENV NODE_ENV=production DEMO=0
WORKDIR /app
COPY --from=build /app/package.json /app/server.js /app/tsconfig.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/build build
# The content packs are read at start; the API's sources run its commands (entry-link, content) and `api/main.ts`.
COPY --from=build /app/api api
COPY --from=build /app/model model
RUN mkdir data && chown node:node data
USER node
VOLUME /app/data
EXPOSE 3000
HEALTHCHECK --start-period=15s --interval=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself, not npm, which would keep SIGTERM from it.
CMD ["node", "server.js"]
