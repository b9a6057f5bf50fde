# Two images of one build: `server` for api, worker, beat and the commands before them, and `web`
# for the web server in front. Both get the same pages, built as on a machine without containers.
ARG PYTHON_IMAGE=python:3.13.14-slim
ARG NGINX_IMAGE=nginx:1.31.6-alpine

FROM ${PYTHON_IMAGE} AS pages
WORKDIR /app
COPY requirements.lock requirements-uv.lock ./
COPY scripts scripts
COPY METHODOLOGY.md GLOSSARY.md ./
COPY docs docs
COPY backend/wording/phrases.json backend/wording/
COPY frontend frontend
RUN python scripts/bootstrap.py --no-detector

FROM ${PYTHON_IMAGE} AS server
WORKDIR /app
ENV TIDEMARK_STATE_DIR=/var/lib/tidemark NUMBA_CACHE_DIR=/var/lib/tidemark/numba
RUN groupadd --system --gid 10001 tidemark \
 && useradd --system --uid 10001 --gid tidemark --create-home --home-dir /var/lib/tidemark tidemark \
 && chown tidemark:tidemark /app
USER 10001:10001
# Packages change less often than sources; the same script does both.
COPY --chown=10001:10001 requirements.lock requirements-uv.lock requirements-traces.lock ./
COPY --chown=10001:10001 scripts scripts
# what sends traces lies in a folder that is read only where OTEL_EXPORTER_OTLP_ENDPOINT is set
RUN python scripts/bootstrap.py --no-pages --no-detector --traces
COPY --chown=10001:10001 pyproject.toml ./
COPY --chown=10001:10001 migrations migrations
COPY --chown=10001:10001 workers workers
COPY --chown=10001:10001 backend backend
RUN python scripts/bootstrap.py --no-pages
COPY --from=pages --chown=10001:10001 /app/frontend/dist frontend/dist
ENV PATH=/app/.venv/bin:$PATH PYTHONUNBUFFERED=1

FROM ${NGINX_IMAGE} AS web
COPY frontend/nginx.conf /etc/nginx/nginx.conf
COPY --from=pages /app/frontend/dist/assets /usr/share/nginx/html/assets
USER 101:101
EXPOSE 8080
ENTRYPOINT ["nginx"]
CMD ["-c", "/etc/nginx/nginx.conf"]
