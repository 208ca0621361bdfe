#ifndef CFreeType_H
#define CFreeType_H
#endif
