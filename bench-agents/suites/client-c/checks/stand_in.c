/* One thread and poll: slow, but nothing is in its way when it is told to stall. */
#include "stand_in.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "../http/order.h"
#include "check.h"

static void drop(struct stand_in* server, struct connection* connection) {
  (void)close(connection->socket);
  connection->socket = -1;
  server->open--;
}

static void die(struct stand_in* server) {
  server->is_dead = true;
  (void)close(server->listener);
  server->listener = -1;
  for (size_t i = 0; i < STAND_IN_CONNECTIONS; i++) {
    if (server->connections[i].socket >= 0) {
      drop(server, &server->connections[i]);
    }
  }
}

static void take_connection(struct stand_in* server) {
  const int socket = accept(server->listener, NULL, NULL);
  CHECK(socket >= 0);
  for (size_t i = 0; i < STAND_IN_CONNECTIONS; i++) {
    if (server->connections[i].socket < 0) {
      server->connections[i] = (struct connection){.socket = socket};
      server->accepted++;
      server->open++;
      server->most_open = server->open > server->most_open ? server->open : server->most_open;
      return;
    }
  }
  CHECK(!"more connections than the stand-in can hold");
}

static void stall(uint64_t milliseconds) {
  const struct timespec time = {.tv_sec = (time_t)(milliseconds / 1000),
                                .tv_nsec = (long)(milliseconds % 1000) * 1000000};
  nanosleep(&time, NULL);
}

static void send_answer(const struct connection* connection, int status, const char* text) {
  char message[1024];
  const int length =
      snprintf(message, sizeof message, "HTTP/1.1 %d X\r\nContent-Length: %zu\r\n\r\n%s", status,
               strlen(text), text);
  CHECK(send(connection->socket, message, (size_t)length, MSG_NOSIGNAL) == length);
}

static void accept_order(const struct connection* connection, const char* body, uint64_t skew) {
  char text[512];
  const uint64_t quantity = strtoull(strstr(body, "\"quantity\":") + 11, NULL, 10) + skew;
  const char* const stamp = strstr(body, "\"client_timestamp\":\"") + 20;
  const char* const user_def = strstr(body, "\"user_def\":\"") + 12;
  (void)snprintf(text, sizeof text,
                 "{\"symbol\":\"2881\",\"buy_sell\":\"buy\",\"quantity\":%04llu,\"price\":66.00,"
                 "\"status\":\"accepted\",\"client_timestamp\":\"%.24s\",\"server_timestamp\":"
                 "\"%.24s\",\"user_def\":\"%.8s\"}",
                 (unsigned long long)quantity, stamp, stamp, user_def);
  send_answer(connection, 200, text);
}

static void answer_measured(struct stand_in* server, struct connection* connection,
                            const char* body, uint64_t number) {
  const struct mischief* const mischief = &server->mischief;
  CHECK(number >= 1 && number <= STAND_IN_ORDERS);
  server->seen[number]++;
  server->measured++;
  if (server->measured == mischief->dies_at) {
    die(server);
  } else if (number == mischief->refuses) {
    send_answer(connection, 400, "{\"status\":\"refused\"}");
  } else {
    stall(server->measured == mischief->stalls_at ? mischief->stall_ms : 0);
    accept_order(connection, body, number == mischief->garbles ? 1 : 0);
  }
}

static void answer(struct stand_in* server, struct connection* connection, const char* body) {
  const char* const user_def = strstr(body, "\"user_def\":\"") + 12;
  if (user_def[0] == 'w') {
    server->warmups++;
    accept_order(connection, body, 0);
  } else {
    answer_measured(server, connection, body, strtoull(user_def + 1, NULL, 10));
  }
}

static void serve_connection(struct stand_in* server, struct connection* connection) {
  const size_t room = STAND_IN_BUFFER - 1 - connection->filled;
  const ssize_t length = recv(connection->socket, connection->buffer + connection->filled, room, 0);
  if (length <= 0) {
    drop(server, connection);
    return;
  }
  connection->filled += (size_t)length;
  connection->buffer[connection->filled] = '\0';
  const char* const head_end = strstr(connection->buffer, "\r\n\r\n");
  if (head_end == NULL || strlen(head_end + 4) < ORDER_LENGTH) {
    return;
  }
  CHECK(strncmp(connection->buffer, "POST /order HTTP/1.1\r\n", 22) == 0);
  CHECK(strstr(connection->buffer, "Content-Type: application/json\r\n") != NULL);
  CHECK(strstr(connection->buffer, "Expect") == NULL);
  connection->closes = strstr(connection->buffer, "Connection: close\r\n") != NULL;
  connection->filled = 0;
  answer(server, connection, head_end + 4);
  if (connection->closes && connection->socket >= 0) {
    drop(server, connection);
  }
}

static nfds_t fill_polled(struct stand_in* server) {
  struct pollfd* const polled = server->polled;
  polled[0] = (struct pollfd){.fd = server->doorbell[0], .events = POLLIN};
  polled[1] = (struct pollfd){.fd = server->listener, .events = POLLIN};
  for (size_t i = 0; i < STAND_IN_CONNECTIONS; i++) {
    polled[i + 2] = (struct pollfd){.fd = server->connections[i].socket, .events = POLLIN};
  }
  return STAND_IN_CONNECTIONS + 2;
}

static void serve_ready(struct stand_in* server) {
  for (size_t i = 0; i < STAND_IN_CONNECTIONS; i++) {
    struct connection* const connection = &server->connections[i];
    if (server->polled[i + 2].revents != 0 && connection->socket >= 0) {
      serve_connection(server, connection);
    }
  }
  if (server->polled[1].revents != 0 && !server->is_dead) {
    take_connection(server);
  }
}

static void* serve(void* address) {
  struct stand_in* const server = address;
  for (;;) {
    CHECK(poll(server->polled, fill_polled(server), -1) > 0);
    if (server->polled[0].revents != 0) {
      return NULL;
    }
    serve_ready(server);
  }
}

void stand_in_start(struct stand_in* server, struct mischief mischief) {
  *server = (struct stand_in){.mischief = mischief};
  for (size_t i = 0; i < STAND_IN_CONNECTIONS; i++) {
    server->connections[i].socket = -1;
  }
  struct sockaddr_in name = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof name;
  server->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  CHECK(server->listener >= 0);
  CHECK(bind(server->listener, (struct sockaddr*)&name, sizeof name) == 0);
  CHECK(listen(server->listener, 1024) == 0);
  CHECK(getsockname(server->listener, (struct sockaddr*)&name, &length) == 0);
  (void)snprintf(server->address, sizeof server->address, "127.0.0.1:%d", ntohs(name.sin_port));
  CHECK(pipe(server->doorbell) == 0);
  CHECK(pthread_create(&server->thread, NULL, serve, server) == 0);
}

void stand_in_end(struct stand_in* server) {
  CHECK(write(server->doorbell[1], "", 1) == 1);
  pthread_join(server->thread, NULL);
  if (!server->is_dead) {
    die(server);
  }
  (void)close(server->doorbell[0]);
  (void)close(server->doorbell[1]);
}

bool stand_in_saw_all(const struct stand_in* server, uint64_t orders) {
  for (uint64_t number = 1; number <= STAND_IN_ORDERS; number++) {
    if (server->seen[number] != (number <= orders ? 1 : 0)) {
      return false;
    }
  }
  return true;
}
