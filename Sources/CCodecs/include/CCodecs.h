#ifndef CCodecs_H
#define CCodecs_H
#endif
