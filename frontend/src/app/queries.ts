/** The answers that the interface has; pages find here what was asked for before they were there. */

import { createQueryClient } from "@/api/queryClient";

export const queryClient = createQueryClient();
