// A handle for one order at a time, given back when its owner goes.
#pragma once

#include "../../client-c/http/run.h"

class Lane {
public:
  explicit Lane(const target& shared) {
    exchange_start(&exchange_, &shared);
  }
  ~Lane() {
    exchange_end(&exchange_);
  }
  Lane(const Lane&) = delete;
  Lane& operator=(const Lane&) = delete;

  exchange* get() {
    return &exchange_;
  }

private:
  exchange exchange_{};
};
