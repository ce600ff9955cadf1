/* SPDX-FileCopyrightText: The pointerchain developers */
/* SPDX-License-Identifier: Apache-2.0 */
#include "river.h"

#include <stdio.h>

int main(void) {
  River *river = river_new(4000);
  for (int step = 0; step < 500; step++) river_step(river, 1.0);
  printf("total %.6f kg, centre at %.6f m\n", river_total(river), river_centre(river));
  river_free(river);
  return 0;
}
